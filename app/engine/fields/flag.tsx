import { checkControl, selectControl } from './control'
import type { RenderContext, Field } from './field'

type Words = (value: boolean, ctx: RenderContext) => string
const yesOrNo: Words = (value, ctx) => ctx.t(value ? 'engine:yes' : 'engine:no')
/** `notifications:seen.1`, `notifications:seen.0`. */
const ownWords: Words = (value, ctx) => ctx.t(`${ctx.entity}:${ctx.field}.${value ? 1 : 0}`)

const inWords = (kind: string, word: Words): Field<boolean> => ({
  kind,
  cell: word,
  csvValue: (value, ctx) => (ctx.file.kind === 'machine' ? { exact: String(value) } : word(value, ctx)),
  input: props => checkControl({ ...props, required: false }),
  filter: (props, ctx) =>
    selectControl(
      { ...props, required: false },
      ['1', '0'].map(value => ({ value, label: word(value === '1', ctx) })),
      ctx.t('engine:filter.any'),
    ),
  chip: (typed, ctx) => word(typed === '1', ctx),
  parse: typed => (typed === '1' || typed === 'on' ? true : typed === '0' || typed === '' ? false : typed),
  typed: value => (value ? '1' : '0'),
})

/** Yes or no. In a URL and a form: 1 or 0; a form that leaves it out means no. */
export const flag = () => inWords('flag', yesOrNo)
/** The same in words of the entity's own: "new", "dismissed". */
export const flagInWords = () => inWords('flag-in-words', ownWords)
