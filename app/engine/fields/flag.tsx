import { checkControl, selectControl } from './control'
import type { Face, Field } from './field'

const word = (value: boolean, face: Face) => face.t(value ? 'engine:yes' : 'engine:no')

/** Yes or no. In a URL and a form: 1 or 0; a form that leaves it out means no. */
export const flag = (): Field<boolean> => ({
  kind: 'flag',
  cell: word,
  csvValue: word,
  input: props => checkControl({ ...props, required: false }),
  filter: (props, face) =>
    selectControl(
      { ...props, required: false },
      ['1', '0'].map(value => ({ value, label: word(value === '1', face) })),
      face.t('engine:filter.any'),
    ),
  chip: (typed, face) => word(typed === '1', face),
  parse: typed => (typed === '1' || typed === 'on' ? true : typed === '0' || typed === '' ? false : typed),
  typed: value => (value ? '1' : '0'),
})
