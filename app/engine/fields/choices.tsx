import type { ControlProps, Face, Field } from './field'

const word = (value: string, face: Face) => face.t(`${face.entity}:${face.field}.${value}`)
const valuesIn = (typed: string) => typed.split(',').filter(Boolean)

/** Any of a few values, ticked. Their texts: `<entity>:<field>.<value>`. */
export const choices = <Value extends string>(values: readonly Value[]): Field<readonly Value[]> => ({
  kind: 'choices',
  group: true,
  cell: (chosen, face) => (chosen.length === 0 ? '–' : chosen.map(value => word(value, face)).join(', ')),
  csvValue: (chosen, face) => chosen.map(value => word(value, face)).join('; '),
  input: (props, face) => ticks(props, values, face),
  // In the order of the definition, so that the same choice is the same text however it was made.
  read: (form, name) => {
    const sent = new Set(form.getAll(name))
    return values.filter(value => sent.has(value)).join(',')
  },
  parse: valuesIn,
  typed: chosen => values.filter(value => chosen.includes(value)).join(','),
})

function ticks(props: ControlProps, values: readonly string[], face: Face) {
  const chosen = new Set(valuesIn(props.typed))
  return (
    <>
      {values.map(value => (
        <label key={value} className="check">
          <input
            type="checkbox"
            className="checkbox"
            name={props.name}
            value={value}
            defaultChecked={chosen.has(value)}
          />
          <span>{word(value, face)}</span>
        </label>
      ))}
    </>
  )
}
