/**
 * Lists a SMIB's refused messages for its operators; the sender reads verdicts instead. Shows nothing where nothing
 * was refused.
 */
import type { z } from 'zod'
import { refusedMessages, refusedPath } from '../../../backend/telemetry/ingestion/refused-messages.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { DataTable } from '../../ui/table'

export const refusedOfSmib = () =>
  sidePanel({
    title: 'activity:refused.title',
    ask: id => ({ permission: 'smib::list', path: refusedPath(id), shape: refusedMessages }),
    show: ({ refused }) => <RefusedMessages refused={refused} />,
    wide: true,
  })

function RefusedMessages({ refused }: z.output<typeof refusedMessages>) {
  const { t, format } = useShell()
  if (refused.length === 0) return <p>{t('activity:refused.none')}</p>
  return (
    <DataTable
      caption={t('activity:refused.title')}
      columns={[
        { key: 'last', label: t('activity:refused.last') },
        { key: 'number', label: t('activity:messages.number'), numeric: true, rank: 2 },
        { key: 'why', label: t('activity:refused.why'), rank: 3 },
        { key: 'times', label: t('activity:refused.times'), numeric: true },
        { key: 'body', label: t('activity:refused.body') },
      ]}
      rows={refused.map((one, index) => ({
        key: `${one.last_at} ${index}`,
        cells: [
          format.dateTime(one.last_at),
          one.message_seq_nr === null ? '–' : format.number(one.message_seq_nr),
          t(`activity:refused.codes.${one.code}`),
          format.number(one.times),
          <code key="body" className="break-all">
            {one.body}
          </code>,
        ],
      }))}
    />
  )
}
