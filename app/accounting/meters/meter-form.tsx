/** The fields of both meter forms. */
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { useShell } from '../../console/shell-context'
import { FormFrame } from '../../engine/form/form-frame'
import type { PageForm } from '../../engine/form/form-page.server'
import { describe, Field, Input, TextArea } from '../../ui/field'

interface Control {
  name: string
  label: string
  help?: string
  note?: string
  mode?: 'numeric' | 'decimal'
  type?: 'datetime-local'
  long?: boolean
  required?: boolean
  max?: number
}

export function MeterForm({
  form,
  action,
  back,
  submit,
  controls,
}: {
  form: PageForm
  action: string
  back: string
  submit: string
  controls: readonly Control[]
}) {
  const { t } = useShell()
  const text = ({ code, params }: FieldProblem) =>
    t([`errors:fields.${code}`, 'errors:fields.invalid'], params)
  const errors = controls.flatMap(({ name, label }) =>
    (form.problems[name] ?? []).map(problem => ({
      id: `meter-${name}`,
      text: `${label}: ${text(problem)}`,
    })),
  )
  return (
    <FormFrame form={form} action={action} back={back} submit={submit} errors={errors} rivals={controls}>
      {controls.map(({ name, label, help, note, mode, type, long, required, max }) => {
        const error = (form.problems[name] ?? []).map(text).join(' ') || undefined
        const control = {
          ...describe({ id: `meter-${name}`, help, error }),
          name,
          defaultValue: form.typed[name] ?? '',
          required,
          maxLength: max,
        }
        return (
          <Field key={name} id={`meter-${name}`} label={label} help={help} error={error} note={note}>
            {long ? (
              <TextArea {...control} rows={3} />
            ) : (
              <Input {...control} type={type ?? 'text'} inputMode={mode} autoComplete="off" />
            )}
          </Field>
        )
      })}
    </FormFrame>
  )
}
