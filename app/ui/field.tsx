import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { classes } from './tone'

interface FieldProps {
  /** The control's id. Help is `${id}-help`, the error `${id}-error`: see `describe`. */
  id: string
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
  /** "optional" or the like, after the label. */
  note?: ReactNode
  children: ReactNode
  className?: string
}

/** Label above, control, help under it, error under that. Spread `describe(props)` on the control. */
export function Field({ id, label, help, error, note, children, className }: FieldProps) {
  return (
    <div className={classes('field', className)}>
      <label htmlFor={id}>
        {label}
        {note && <span className="field-note"> {note}</span>}
      </label>
      {children}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}

/** For controls that are several inputs: radio buttons, check boxes, a date range. */
export function FieldSet({ id, label, help, error, note, children, className }: FieldProps) {
  return (
    <fieldset
      id={id}
      className={classes('field', className)}
      aria-describedby={describe({ id, help, error })['aria-describedby']}
    >
      <legend>
        {label}
        {note && <span className="field-note"> {note}</span>}
      </legend>
      {children}
      <FieldNotes id={id} help={help} error={error} />
    </fieldset>
  )
}

/** Under a control: what `describe` names. */
function FieldNotes({ id, help, error }: Pick<FieldProps, 'id' | 'help' | 'error'>) {
  return (
    <>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </>
  )
}

/** The ARIA of a control inside a `Field`. */
export function describe({ id, help, error }: Pick<FieldProps, 'id' | 'help' | 'error'>) {
  const ids = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-describedby': ids || undefined, 'aria-invalid': error ? (true as const) : undefined }
}

export const Input = ({ className, ...rest }: ComponentPropsWithoutRef<'input'>) => (
  <input {...rest} className={classes('input', className)} />
)

export const TextArea = ({ className, ...rest }: ComponentPropsWithoutRef<'textarea'>) => (
  <textarea rows={4} {...rest} className={classes('textarea', className)} />
)

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

/** `blank` is the text of an empty first choice. */
export function Select({
  options,
  blank,
  className,
  ...rest
}: ComponentPropsWithoutRef<'select'> & { options: readonly Option[]; blank?: string }) {
  return (
    <select {...rest} className={classes('select', className)}>
      {blank !== undefined && <option value="">{blank}</option>}
      {options.map(option => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** A check box or radio button and its label form one target. */
export function Check({
  label,
  type = 'checkbox',
  className,
  ...rest
}: ComponentPropsWithoutRef<'input'> & { label: ReactNode; type?: 'checkbox' | 'radio' }) {
  return (
    <label className={classes('check', className)}>
      <input {...rest} type={type} className={type} />
      <span>{label}</span>
    </label>
  )
}

export interface FormError {
  /** The control's id, which the link leads to. */
  id: string
  text: ReactNode
}

/** A field may have several faults: people count fields. */
export const fieldsIn = (errors: readonly FormError[]): number => new Set(errors.map(({ id }) => id)).size

/** Every error of a form, at its top, each linking to its field. Focused when the page opens. */
export function ErrorSummary({ title, errors }: { title: ReactNode; errors: readonly FormError[] }) {
  if (errors.length === 0) return null
  return (
    <div role="alert" className="alert alert-error error-summary" tabIndex={-1} autoFocus>
      <div>
        <p className="alert-title">{title}</p>
        <ul>
          {errors.map((error, index) => (
            <li key={index}>
              <a href={`#${error.id}`}>{error.text}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** A form's or filter's buttons in one row. The first submit button is what Enter presses. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className="form-actions">{children}</div>
)
