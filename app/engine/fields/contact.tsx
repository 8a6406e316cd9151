import { inputControl } from './control'
import type { Field } from './field'
import { text } from './text'

export const email = (): Field<string> => ({
  ...text(),
  kind: 'email',
  cell: value => (
    <a className="link" href={`mailto:${value}`}>
      {value}
    </a>
  ),
  input: props => inputControl(props, { type: 'email', inputMode: 'email' }),
})

export const phone = (): Field<string> => ({
  ...text(),
  kind: 'phone',
  cell: value => (
    <a className="link" href={`tel:${value.replace(/[^+\d]/g, '')}`}>
      {value}
    </a>
  ),
  input: props => inputControl(props, { type: 'tel', inputMode: 'tel' }),
})
