import { selectControl } from './control'
import type { Field, RenderContext } from './field'

/** Only rows of things of this type: a filter without a column, in the words that breadcrumbs have for it. */
export const thingType = (types: readonly string[]): Field<string> => {
  const word = (type: string, { t }: Pick<RenderContext, 't'>) =>
    types.includes(type) ? t(`console:crumbs.${type}`) : type
  return {
    kind: 'thing-type',
    cell: word,
    csvValue: word,
    chip: word,
    filter: (props, ctx) =>
      selectControl(
        props,
        types.map(value => ({ value, label: word(value, ctx) })),
        ctx.t('engine:filter.any'),
      ),
  }
}
