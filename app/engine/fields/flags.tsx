import { statusClass } from '../../ui/status'
import type { Mark } from '../../ui/tone'
import { selectControl } from './control'
import type { RenderContext, Field } from './field'

/**
 * What is odd about a raw row: the row's fields of these names that are true, in words of `engine:flags.*`. Gravest
 * first.
 */
export function flags<Name extends string>(marks: Readonly<Record<Name, Mark>>): Field<boolean> {
  const names = Object.keys(marks) as Name[]
  const raised = (row: Readonly<Record<string, unknown>> | undefined) =>
    names.filter(name => row?.[name] === true)
  const words = (found: readonly Name[], { t }: Pick<RenderContext, 't'>) =>
    found.map(name => t(`engine:flags.${name}`)).join(', ')
  return {
    kind: 'flags',
    ...(names[0] && { from: names[0] }),
    reads: names,
    cell: (_, ctx, row) => {
      const found = raised(row)
      const [first] = found
      return first ? <span className={statusClass(marks[first])}>{words(found, ctx)}</span> : '–'
    },
    csvValue: (_, ctx, row) => words(raised(row), ctx),
  }
}

/** Only rows that are so flagged: a filter without a column of its own. */
export const flagFilter = (names: readonly string[]): Field<string> => {
  const words = (name: string, { t }: Pick<RenderContext, 't'>) =>
    names.includes(name) ? t(`engine:flags.${name}`) : name
  return {
    kind: 'flag-filter',
    cell: words,
    csvValue: words,
    chip: words,
    filter: (props, ctx) =>
      selectControl(
        props,
        names.map(value => ({ value, label: words(value, ctx) })),
        ctx.t('engine:filter.any'),
      ),
  }
}
