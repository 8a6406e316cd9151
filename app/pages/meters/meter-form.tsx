/** The frame of both meter forms: errors at the top and under their fields, nothing typed is lost. */
import type { ReactNode } from 'react'
import type { FieldProblem } from '../../../backend/contract/problem'
import { useShell } from '../../console/shell-context'
import type { Failure } from '../../engine/failure.server'
import { FailureNote } from '../../engine/failure-note'
import { ConflictChoice } from '../../engine/form/conflict-choice'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, ErrorSummary, Field, FormActions, Input, TextArea } from '../../ui/field'

export interface FormState {
  typed: Record<string, string>
  problems: Record<string, FieldProblem[]>
  failure: Failure | null
  conflict: boolean
  version: number
  key: string
  /** After a conflict: what stands now, as this form would show it. */
  theirs?: Record<string, string>
}

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
  state,
  action,
  back,
  submit,
  controls,
  children,
}: {
  state: FormState
  action: string
  back: string
  submit: string
  controls: readonly Control[]
  children?: ReactNode
}) {
  const { t } = useShell()
  const text = ({ code, params }: FieldProblem) =>
    t([`errors:fields.${code}`, 'errors:fields.invalid'], params)
  const errors = controls.flatMap(({ name, label }) =>
    (state.problems[name] ?? []).map(problem => ({
      id: `meter-${name}`,
      text: `${label}: ${text(problem)}`,
    })),
  )
  const rivals = controls
    .filter(({ name }) => state.theirs?.[name] !== undefined && state.theirs[name] !== state.typed[name])
    .map(({ name, label }) => ({
      name,
      label,
      mine: state.typed[name] || '–',
      theirs: state.theirs?.[name] || '–',
    }))
  return (
    <form method="post" action={action} className="form" noValidate>
      <input type="hidden" name="idempotency_key" value={state.key} />
      <input type="hidden" name="version" value={state.version} />
      <ErrorSummary title={t('engine:form.problems', { count: errors.length })} errors={errors} />
      {state.failure ? (
        <FailureNote failure={state.failure} retry={state.failure.unknown ? back : undefined} />
      ) : null}
      {state.conflict ? (
        <>
          <Alert tone="warn" title={t('engine:conflict.title')}>
            <p>{t('engine:conflict.text')}</p>
          </Alert>
          <ConflictChoice rivals={rivals} />
          {rivals.map(({ name }) => (
            <input key={name} type="hidden" name={`theirs.${name}`} value={state.theirs?.[name]} />
          ))}
        </>
      ) : null}
      {children}
      {controls.map(({ name, label, help, note, mode, type, long, required, max }) => {
        const error = (state.problems[name] ?? []).map(text).join(' ') || undefined
        const control = {
          ...describe({ id: `meter-${name}`, help, error }),
          name,
          defaultValue: state.typed[name] ?? '',
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
      <FormActions>
        <Button tone="primary">{submit}</Button>
        <LinkButton href={back}>{t('engine:form.cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}
