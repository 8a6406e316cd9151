import type { Field } from './field'
import { text } from './text'

/** Typed and never shown again. A form that was refused asks for it anew, since the field is empty then. */
export const secret = (): Field<string> => ({
  ...text(),
  kind: 'secret',
  input: ({ id, name, typed, required, minLength, maxLength, describedBy, invalid }) => (
    <input
      id={id}
      name={name}
      type="password"
      required={required || typed !== ''}
      minLength={minLength}
      maxLength={maxLength}
      autoComplete="new-password"
      spellCheck={false}
      className="input"
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
    />
  ),
})
