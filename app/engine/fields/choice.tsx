import { statusClass } from '../../ui/status'
import type { Mark } from '../../ui/tone'
import { emptyOption, selectControl } from './control'
import type { Face, Field } from './field'

/** A column's face draws hundreds of cells with a handful of words: each is looked up once. */
const known = new WeakMap<Face, Map<string, string>>()

/** Texts of a field's values: `slots:status.locked`. */
function wording(value: string, face: Face): string {
  const words = known.get(face) ?? new Map<string, string>()
  known.set(face, words)
  const word = words.get(value) ?? face.t(`${face.entity}:${face.field}.${value}`)
  words.set(value, word)
  return word
}

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
    status: (value, face) => ({ mark: marks[value], word: wording(value, face) }),
    csvValue: wording,
    input: (props, face) => selectControl(props, options(face), emptyOption(props, face)),
    filter: (props, face) => selectControl(props, options(face), face.t('engine:filter.any')),
    chip: wording,
  }
}
