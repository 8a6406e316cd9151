/** Of a rule's steps: whom each reaches now, and whom it names in vain. */
import {
  escalationPath,
  readsEscalation,
  ruleEscalation,
  type RuleEscalation,
} from '../../../backend/accounting/alarms/escalation.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { DataTable } from '../../ui/table'

export const escalationOfRule = () =>
  sidePanel({
    title: 'alarm-rules:escalation.title',
    ask: id => ({ permission: readsEscalation, path: escalationPath(id), shape: ruleEscalation }),
    show: ({ steps }) => <Escalation steps={steps} />,
  })

function Escalation({ steps }: RuleEscalation) {
  const { t, format } = useShell()
  const words = (name: string, values: Record<string, unknown> = {}) =>
    t(`alarm-rules:escalation.${name}`, values)
  if (steps.length === 0) return <p>{words('none')}</p>
  const leftOut = ({ left_out, more }: RuleEscalation['steps'][number]) =>
    [
      ...left_out.map(({ name, why }) => `${name} (${words(`why.${why}`)})`),
      ...(more > 0 ? [words('more', { count: more })] : []),
    ].join(', ') || '–'
  return (
    <DataTable
      caption={words('title')}
      columns={[
        { key: 'after', label: words('after') },
        { key: 'people', label: words('people'), numeric: true },
        { key: 'channels', label: words('channels'), numeric: true, rank: 3 },
        { key: 'on_call', label: words('on_call'), rank: 2 },
        { key: 'left_out', label: words('left_out') },
      ]}
      rows={steps.map(step => ({
        key: step._id,
        cells: [
          format.duration(step.minutes * 60_000),
          format.number(step.people),
          format.number(step.channels),
          step.on_call ?? '–',
          leftOut(step),
        ],
      }))}
    />
  )
}
