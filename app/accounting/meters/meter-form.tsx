/** The fields of both meter forms. */
import { useShell } from '../../console/shell-context'
import { FormFrame } from '../../engine/form/form-frame'
import { problemTexts } from '../../engine/form/problem-texts'
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
  const { errorOf, errorsOf } = problemTexts(t, form.problems)
  const labels = Object.fromEntries(controls.map(({ name, label }) => [name, label]))
  const errors = errorsOf(
    Object.keys(labels),
    name => `meter-${name}`,
    name => labels[name] ?? name,
  )
  return (
    <FormFrame form={form} action={action} back={back} submit={submit} errors={errors} rivals={controls}>
      {controls.map(({ name, label, help, note, mode, type, long, required, max }) => {
        const error = errorOf(name)
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
