/** The last messages of a board, and where its numbering has a gap or began anew. */
import type { z } from 'zod'
import { messageRow, streamAnswer } from '../../../backend/telemetry/streams/streams.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { Status } from '../../ui/status'
import { DataTable, type Column } from '../../ui/table'
import { LocalTime, ZoneLine } from '../../console/local-time'
import { OnPhone } from '../../ui/on-phone'

const SHOWN = 10
const answer = streamAnswer(messageRow)

export const lastMessages = () =>
  sidePanel({
    title: 'activity:messages.title',
    ask: id => ({
      permission: 'slot::get',
      path: '/api/rawdata/v1/messages',
      body: { rowsPerPage: SHOWN, exactFields: ['smib'], exactValues: [id] },
      shape: answer,
    }),
    show: ({ rows }) => <Messages rows={rows} />,
  })

function Messages({ rows }: { rows: z.output<typeof answer>['rows'] }) {
  const { t, format } = useShell()
  if (rows.length === 0) return <p>{t('activity:messages.none')}</p>
  const columns: Column[] = [
    { key: 'time', label: t('activity:time') },
    { key: 'number', label: t('activity:messages.number'), numeric: true, rank: 2 },
    { key: 'kind', label: t('activity:messages.kind') },
    { key: 'events', label: t('activity:messages.events'), numeric: true },
    { key: 'counters', label: t('activity:messages.counters'), numeric: true },
    { key: 'order', label: t('activity:messages.order'), rank: 3 },
  ]
  return (
    <>
      <ZoneLine zones={rows.map(row => row.time_zone)} />
      <DataTable
        caption={t('activity:messages.title')}
        columns={columns}
        rows={rows.map(row => ({
          key: `${row.server_time_nano} ${row.message_seq_nr}`,
          cells: [
            <LocalTime key="time" at={row.server_time} zone={row.time_zone} />,
            <>
              <OnPhone>{t('activity:messages.number')}</OnPhone>
              {row.message_seq_nr ?? '–'}
            </>,
            t([`activity:messages.kinds.${row.kind}`, 'activity:messages.kinds.other'], { kind: row.kind }),
            format.number(row.event_count),
            format.number(row.counter_count),
            <Order key="order" gap={row.gap} reset={row.reset} />,
          ],
        }))}
      />
    </>
  )
}

/** A gap before it, or a numbering that began anew with it. */
function Order({ gap, reset }: { gap: boolean; reset: boolean }) {
  const { t } = useShell()
  if (reset) return <Status mark="info">{t('activity:messages.reset')}</Status>
  return gap ? <Status mark="warn">{t('activity:messages.gap')}</Status> : '–'
}
