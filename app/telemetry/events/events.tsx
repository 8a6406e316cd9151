/** The last events of a slot, in words; times where the slot stands. */
import type { z } from 'zod'
import { eventRow, streamAnswer, type EventRow } from '../../../backend/telemetry/streams/streams.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import type { Translate } from '../../i18n/locales'
import { Status } from '../../ui/status'
import { DataTable, type Column } from '../../ui/table'
import type { Mark } from '../../ui/tone'
import { LocalTime, ZoneLine } from '../../console/local-time'

const SHOWN = 10
const answer = streamAnswer(eventRow)

export const lastEvents = (place: 'slot' | 'smib') =>
  sidePanel({
    title: 'activity:events.title',
    ask: id => ({
      permission: 'slot::get',
      path: '/api/rawdata/v1/events',
      body: { rowsPerPage: SHOWN, exactFields: [place], exactValues: [id] },
      shape: answer,
    }),
    more: id => `/events/${id}?type=${place}`,
    show: ({ rows }) => <Events rows={rows} />,
  })

/** SAS codes by name; a code that nobody listed is shown as it came. */
export const eventName = (t: Translate, code: string) =>
  t([`events:codes.${code}`, 'events:unknown'], { code })

export const severityMarks: Record<EventRow['severity'], Mark> = {
  info: 'info',
  warning: 'warn',
  alarm: 'bad',
}

function Events({ rows }: { rows: z.output<typeof answer>['rows'] }) {
  const { t } = useShell()
  if (rows.length === 0) return <p>{t('activity:events.none')}</p>
  const columns: Column[] = [
    { key: 'time', label: t('activity:time') },
    { key: 'name', label: t('activity:events.name'), rank: 2 },
    { key: 'code', label: t('activity:events.code'), mono: true },
    { key: 'severity', label: t('activity:events.severity'), rank: 3 },
  ]
  return (
    <>
      <ZoneLine zones={rows.map(row => row.time_zone)} />
      <DataTable
        caption={t('activity:events.title')}
        columns={columns}
        rows={rows.map(row => ({
          key: row._id,
          cells: [
            <LocalTime key="time" at={row.server_time} zone={row.time_zone} />,
            eventName(t, row.code),
            row.code,
            <Status key="severity" mark={severityMarks[row.severity]}>
              {t(`events:severity.${row.severity}`)}
            </Status>,
          ],
        }))}
      />
    </>
  )
}
