import { statusClass } from '../../ui/status'
import type { Mark } from '../../ui/tone'
import { emptyOption, selectControl } from './control'
import type { RenderContext, Field } from './field'

/** A column draws hundreds of cells with a handful of words: each is looked up once. */
const known = new WeakMap<RenderContext, Map<string, string>>()

/** The word for a value of one of the entity's fields: `slots:status.locked`. */
export function wordOf(field: string, value: string, ctx: RenderContext): string {
  const words = known.get(ctx) ?? new Map<string, string>()
  known.set(ctx, words)
  const key = `${ctx.entity}:${field}.${value}`
  const word = words.get(key) ?? ctx.t(key)
  words.set(key, word)
  return word
}

const wording = (value: string, ctx: RenderContext) => wordOf(ctx.field, value, ctx)

/**
 * One of a few values. Every value of the contract needs a mark ('' for plain text), or the definition does not
 * compile; the contract's own list of values stands for all of them without marks.
 */
export const choice = <Value extends string>(
  given: Record<Value, Mark | ''> | readonly Value[],
): Field<Value> => {
  const values = (isList(given) ? [...given] : Object.keys(given)) as Value[]
  const marks = (isList(given) ? {} : given) as Partial<Record<Value, Mark | ''>>
  const options = (ctx: RenderContext) => values.map(value => ({ value, label: wording(value, ctx) }))
  return {
    kind: 'choice',
    cell: (value, ctx) => {
      const mark = marks[value]
      return mark ? <span className={statusClass(mark)}>{wording(value, ctx)}</span> : wording(value, ctx)
    },
    status: (value, ctx) => ({ mark: marks[value] ?? '', word: wording(value, ctx) }),
    csvValue: wording,
    input: (props, ctx) => selectControl(props, options(ctx), emptyOption(props, ctx)),
    filter: (props, ctx) => selectControl(props, options(ctx), ctx.t('engine:filter.any')),
    offered: options,
    chip: wording,
  }
}

const isList = (given: object): given is readonly never[] => Array.isArray(given)
