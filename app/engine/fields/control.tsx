/** The plain controls that several kinds share. */
import type { ComponentPropsWithoutRef, HTMLInputTypeAttribute } from 'react'
import type { ControlProps, RenderContext, Option } from './field'

interface InputOptions {
  type?: HTMLInputTypeAttribute
  inputMode?: 'numeric' | 'decimal' | 'email' | 'tel'
  mono?: boolean
  step?: string
  list?: string
}

const aria = (props: ControlProps) => ({
  'aria-invalid': props.invalid || undefined,
  'aria-describedby': props.describedBy,
})

export function inputControl(
  props: ControlProps,
  { type = 'text', inputMode, mono, step, list }: InputOptions = {},
) {
  return (
    <input
      id={props.id}
      name={props.name}
      type={type}
      defaultValue={props.typed}
      required={props.required}
      inputMode={inputMode}
      step={step}
      list={list}
      minLength={props.minLength}
      maxLength={props.maxLength}
      min={props.min}
      max={props.max}
      autoComplete="off"
      spellCheck={false}
      className={mono ? 'input font-mono' : 'input'}
      {...aria(props)}
    />
  )
}

export const textAreaControl = (props: ControlProps) => (
  <textarea
    id={props.id}
    name={props.name}
    rows={3}
    required={props.required}
    minLength={props.minLength}
    maxLength={props.maxLength}
    defaultValue={props.typed}
    className="textarea"
    {...aria(props)}
  />
)

export const checkControl = (props: ControlProps) => (
  <input
    id={props.id}
    name={props.name}
    type="checkbox"
    value="1"
    defaultChecked={props.typed === '1'}
    className="checkbox"
    {...aria(props)}
  />
)

/** The label of "nothing chosen": a dash where that may stay so; where a choice has to be made, only until it is. */
export const emptyOption = (
  { required, typed }: ControlProps,
  { t }: Pick<RenderContext, 't'>,
): string | undefined => (required ? (typed === '' ? t('engine:form.choose') : undefined) : '–')

/**
 * `empty` is the label of "none" or "any"; left out, one of the options is always chosen, and `required` would say
 * nothing (HTML allows it only with an empty first option). A value that is no option stays, so that nothing changes
 * unseen.
 */
export function selectControl(props: ControlProps, options: readonly Option[], empty?: string) {
  const known = props.typed === '' || options.some(option => option.value === props.typed)
  return (
    <select
      id={props.id}
      name={props.name}
      defaultValue={props.typed}
      required={props.required && empty !== undefined}
      className="select"
      {...aria(props)}
    >
      {empty === undefined ? null : <option value="">{empty}</option>}
      {known ? null : <option value={props.typed}>{props.typed}</option>}
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Looks options up by what is typed; its button sends the form without checking it. */
export function findControl(
  { name, options }: ControlProps,
  ctx: RenderContext,
  input: ComponentPropsWithoutRef<'input'>,
) {
  return (
    <span className="join grow">
      <input
        type="search"
        name={`find.${name}`}
        defaultValue={options?.find}
        className="input join-item"
        autoComplete="off"
        maxLength={100}
        placeholder={ctx.t('engine:form.find')}
        {...input}
      />
      <button type="submit" name="intent" value={`find.${name}`} formNoValidate className="btn join-item">
        {ctx.t('engine:form.find_button')}
      </button>
    </span>
  )
}
