import type { ControlProps, Field, RenderContext } from './field'

interface Counted {
  minor: number
  count: number
}
const PER_UNIT = 100
const partOf = (name: string, minor: number) => `${name}_${minor}`

/** How many of each: notes by their worth in minor units. What is left empty is none. */
export const tally = (worths: readonly number[]): Field<readonly Counted[]> => ({
  kind: 'tally',
  group: true,
  cell: (value, ctx) => (value.length === 0 ? '–' : inWords(value, ctx.format.number)),
  csvValue: value => inWords(value, String),
  input: (props, ctx) => controls(worths, props, ctx),
  read: (form, name) =>
    worths
      .flatMap(minor => {
        const typed = form.get(partOf(name, minor))
        return typeof typed === 'string' && typed.trim() !== ''
          ? [`${minor}:${typed.trim().slice(0, 20)}`]
          : []
      })
      .join(','),
  parse: typed =>
    [...partsOf(typed)].map(([minor, count]) => ({
      minor: Number(minor),
      count: /^\d{1,9}$/.test(count) ? Number(count) : count,
    })),
  typed: value => value.map(({ minor, count }) => `${minor}:${count}`).join(','),
})

const inWords = (value: readonly Counted[], number: (value: number) => string): string =>
  value.map(({ minor, count }) => `${number(count)} × ${number(minor / PER_UNIT)}`).join(' + ')

const partsOf = (typed: string): Map<string, string> =>
  new Map(
    typed
      .split(',')
      .filter(Boolean)
      .map(part => {
        const at = part.indexOf(':')
        return [part.slice(0, at), part.slice(at + 1)]
      }),
  )

function controls(worths: readonly number[], props: ControlProps, { format }: RenderContext) {
  const typed = partsOf(props.typed)
  return (
    <span className="tally">
      {worths.map(minor => (
        <label key={minor}>
          <span>{format.number(minor / PER_UNIT)} ×</span>
          <input
            name={partOf(props.name, minor)}
            defaultValue={typed.get(String(minor)) ?? ''}
            className="input"
            type="number"
            inputMode="numeric"
            min={0}
            step="1"
            autoComplete="off"
            aria-invalid={props.invalid || undefined}
            aria-describedby={props.describedBy}
          />
        </label>
      ))}
    </span>
  )
}
