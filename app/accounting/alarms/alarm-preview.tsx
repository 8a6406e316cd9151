/** What a rule would have found, above its form: how often, on how many slots, and the newest of it. */
import {
  alarmPreview,
  alarmPreviewPath,
  type AlarmPreview,
} from '../../../backend/accounting/alarms/alarm-preview.contract'
import { writesAlarmRules } from '../../../backend/accounting/alarms/alarm-rules.contract'
import { z } from 'zod'
import { useShell } from '../../console/shell-context'
import { formPreview } from '../../engine/definition/resource-definition'
import { Alert } from '../../ui/alert'
import { DataTable } from '../../ui/table'
import { amountIn } from './alarm-words'

const answer = z.object({ preview: alarmPreview })

export const rulePreview = formPreview({
  label: 'alarm-rules:preview.button',
  ask: value => ({
    permission: writesAlarmRules,
    path: alarmPreviewPath,
    body: value,
    shape: answer,
  }),
  show: ({ preview }) => <Preview preview={preview} />,
})

function Preview({ preview }: { preview: AlarmPreview }) {
  const { t, format } = useShell()
  const { count, on, slots, of, rows, unit, currency } = preview
  const words = (name: string, values: Record<string, unknown> = {}) =>
    t(`alarm-rules:preview.${name}`, values)
  const column = (key: string) => ({ key, label: words(`columns.${key}`) })
  return (
    <Alert tone="info" title={words('title', { count, times: format.number(count) })} takesFocus>
      <p>
        {words('period', { from: format.dateTime(preview.from), to: format.dateTime(preview.to) })}{' '}
        {of > slots
          ? words('part', { slots: format.number(slots), of: format.number(of) })
          : words('slots', { count: of })}{' '}
        {count > 0 ? words('on', { on: format.number(on) }) : ''}
      </p>
      {preview.cut ? <p>{words('cut')}</p> : null}
      {preview.recorded_only ? <p>{words('recorded')}</p> : null}
      {rows.length > 0 ? (
        <>
          {count > rows.length ? <p>{words('newest', { count: rows.length })}</p> : null}
          <DataTable
            caption={words('title', { count, times: format.number(count) })}
            columns={['slot', 'location', 'fired', 'cleared', 'value'].map(column)}
            rows={rows.map(row => ({
              key: `${row.slot._id} ${row.fired_at}`,
              cells: [
                <a className="link" href={`/slots/${row.slot._id}`}>
                  {row.slot.name}
                </a>,
                row.location.name,
                format.dateTime(row.fired_at),
                row.cleared_at === null ? words('open') : format.dateTime(row.cleared_at),
                amountIn(unit, currency, row.value, format),
              ],
            }))}
          />
        </>
      ) : null}
    </Alert>
  )
}
