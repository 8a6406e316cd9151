/** What a part of a message said, and what it says now; where it is left out, nothing. */
import { eventName } from '../../telemetry/events/events'
import { useShell } from '../../console/shell-context'
import { meterColumns } from '../../../backend/telemetry/streams/counter-streams.contract'
import { DataTable } from '../../ui/table'

type Values = Readonly<Record<string, string | number | boolean | null>>

export function PartChange({ before, after }: { before: Values; after: Values }) {
  const { t, format } = useShell()
  const shown = (name: string, value: Values[string] | undefined) =>
    value === undefined || value === null
      ? '–'
      : typeof value === 'number'
        ? format.number(value)
        : name === 'code'
          ? `${String(value)} ${eventName(t, String(value))}`
          : String(value)
  return (
    <DataTable
      caption={t('message-edits:add.change')}
      columns={[
        { key: 'name', label: t('message-edits:fields.part') },
        { key: 'before', label: t('message-edits:fields.before'), rank: 2 },
        { key: 'after', label: t('message-edits:fields.after'), rank: 3 },
      ]}
      rows={Object.keys({ ...before, ...after }).map(name => ({
        key: name,
        cells: [
          name === 'code'
            ? t('events:fields.code')
            : Object.hasOwn(meterColumns, name)
              ? t(`counters:fields.${name}`)
              : name,
          shown(name, before[name]),
          Object.keys(after).length === 0 ? t('message-edits:left_out') : shown(name, after[name]),
        ],
      }))}
    />
  )
}
