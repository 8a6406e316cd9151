import type { ControlProps, RenderContext, Field } from './field'
import { Check } from '../../ui/field'

const word = (value: string, ctx: RenderContext) => ctx.t(`${ctx.entity}:${ctx.field}.${value}`)
const valuesIn = (typed: string) => typed.split(',').filter(Boolean)

/** Any of a few values, ticked. Their texts: `<entity>:<field>.<value>`. */
export const choices = <Value extends string>(values: readonly Value[]): Field<readonly Value[]> => ({
  kind: 'choices',
  group: true,
  cell: (chosen, ctx) => (chosen.length === 0 ? '–' : chosen.map(value => word(value, ctx)).join(', ')),
  csvValue: (chosen, ctx) => chosen.map(value => word(value, ctx)).join('; '),
  input: (props, ctx) => ticks(props, values, ctx),
  // In the order of the definition, so that the same choice is the same text however it was made.
  read: (form, name) => {
    const sent = new Set(form.getAll(name))
    return values.filter(value => sent.has(value)).join(',')
  },
  parse: valuesIn,
  typed: chosen => values.filter(value => chosen.includes(value)).join(','),
})

function ticks(props: ControlProps, values: readonly string[], ctx: RenderContext) {
  const chosen = new Set(valuesIn(props.typed))
  return (
    <>
      {values.map(value => (
        <Check
          key={value}
          name={props.name}
          value={value}
          defaultChecked={chosen.has(value)}
          label={word(value, ctx)}
        />
      ))}
    </>
  )
}
