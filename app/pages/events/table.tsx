import { eventName, severityMarks } from '../../activity/events'
import { LocalTime, ZoneLine } from '../../activity/local-time'
import { Order } from '../../activity/messages'
import { useShell } from '../../console/shell-context'
import { Status } from '../../ui/status'
import { DataTable, type Column } from '../../ui/table'
import type { EventRow } from './events'

/** `withPlace`: more than one machine's. A press on a code shows that kind of event alone. */
export function EventTable({
  caption,
  rows,
  withPlace,
  codeHref,
}: {
  caption: string
  rows: readonly EventRow[]
  withPlace: boolean
  codeHref: (code: string) => string
}) {
  const { t } = useShell()
  const columns: Column[] = [
    { key: 'time', label: t('activity:time') },
    { key: 'name', label: t('activity:events.name'), rank: 2 },
    { key: 'code', label: t('activity:events.code'), mono: true },
    { key: 'severity', label: t('activity:events.severity'), rank: 3 },
    ...(withPlace
      ? [
          { key: 'slot', label: t('events:slot'), mono: true, rank: 3 as const },
          { key: 'location', label: t('slots:fields.location') },
        ]
      : []),
    { key: 'smib', label: t('slots:fields.smib'), mono: true },
    { key: 'message', label: t('events:message_no'), numeric: true },
    { key: 'event', label: t('events:event_no'), numeric: true },
    { key: 'order', label: t('activity:messages.order') },
  ]
  return (
    <>
      <ZoneLine zones={rows.map(row => row.time_zone)} />
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows.map(row => ({
          key: row._id,
          cells: [
            <LocalTime key="time" at={row.server_time} zone={row.time_zone} />,
            eventName(t, row.code),
            <a key="code" href={codeHref(row.code)}>
              {row.code}
            </a>,
            <Status key="severity" mark={severityMarks[row.severity]}>
              {t(`events:severity.${row.severity}`)}
            </Status>,
            ...(withPlace
              ? [
                  row.slot ? (
                    <a key="slot" href={`/slots/${row.slot._id}`}>
                      {row.slot.name}
                    </a>
                  ) : (
                    '–'
                  ),
                  <a key="location" href={`/locations/${row.location._id}`}>
                    {row.location.name}
                  </a>,
                ]
              : []),
            row.smib ? (
              <a key="smib" href={`/advanced/smibs/${row.smib._id}`}>
                {row.smib.name}
              </a>
            ) : (
              '–'
            ),
            row.message_seq_nr ?? '–',
            row.event_seq_nr ?? '–',
            <Order key="order" gap={row.gap} reset={row.reset} />,
          ],
        }))}
      />
    </>
  )
}
