import { statusClass } from '../../ui/status'
import type { Mark } from '../../ui/tone'
import { selectControl } from './control'
import type { Face, Field } from './field'

/** Texts of a field's values: `slots:status.locked`. */
const wording = (value: string, face: Face) => face.t(`${face.entity}:${face.field}.${value}`)

/** One of a few values. Every value of the contract needs a mark ('' for plain text), or the definition does not compile. */
export const choice = <Value extends string>(marks: Record<Value, Mark | ''>): Field<Value> => {
  const values = Object.keys(marks) as Value[]
  const options = (face: Face) => values.map(value => ({ value, label: wording(value, face) }))
  return {
    kind: 'choice',
    cell: (value, face) => {
      const mark = marks[value]
      return mark ? <span className={statusClass(mark)}>{wording(value, face)}</span> : wording(value, face)
    },
    plain: wording,
    input: (props, face) => selectControl(props, options(face), props.required ? undefined : '–'),
    filter: (props, face) => selectControl(props, options(face), face.t('engine:filter.any')),
    chip: wording,
  }
}
