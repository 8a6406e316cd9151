import type { ReactNode } from 'react'
import { namedProblem, problemText } from '../render/labels'
import { useShell } from '../../console/shell-context'
import { FailureNote } from '../components/failure-note'
import { Button, LinkButton } from '../../ui/button'
import { describe, ErrorSummary, Field, FieldSet, FormActions, TextArea } from '../../ui/field'
import type { Answered } from './orders.server'

interface OrderFormProps {
  /** Tells the page's forms apart; part of every id. */
  intent: string
  /** One sentence: what will be different afterwards. */
  effect?: ReactNode
  submit: string
  danger?: boolean
  /** The answer to the last submission of this form; other forms of the page ignore it. */
  answered: Answered | undefined
  formKey: string
  action: string
  /** The page to check after a lost answer. */
  checkHref: string
  /** With it the form has a way back, which comes first where there is harm. */
  backHref?: string
  fields: readonly OrderField[]
  /** One of the fields is a file. */
  sendsFile?: boolean
  children?: ReactNode
}

export interface OrderField {
  name: string
  label: string
  help?: string
  /** Several inputs under one name: radio buttons. */
  group?: boolean
  control: (about: {
    id: string
    name: string
    typed: string
    problems: boolean
    described: ReturnType<typeof describe>
  }) => ReactNode
}

/**
 * A form that orders something: it works alone on a page or next to others, without JavaScript, and loses nothing
 * that was typed.
 */
export function OrderForm({
  intent,
  effect,
  submit,
  danger,
  answered,
  formKey,
  action,
  checkHref,
  backHref,
  fields,
  sendsFile,
  children,
}: OrderFormProps) {
  const { t } = useShell()
  const own = answered?.intent === intent ? answered : undefined
  const errors = fields.flatMap(field =>
    (own?.problems[field.name] ?? []).map(problem => ({
      id: `${intent}-${field.name}`,
      text: namedProblem(t, field.label, problem),
    })),
  )
  return (
    <form
      method="post"
      action={action}
      className="form mb-3"
      {...(sendsFile && { encType: 'multipart/form-data' })}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="idempotency_key" value={own?.key ?? formKey} />
      <ErrorSummary title={t('engine:form.problems', { count: errors.length })} errors={errors} />
      {own?.failure ? <FailureNote method="POST" failure={own.failure} /> : null}
      {own?.failure?.unknown ? (
        <p>
          <a className="link" href={checkHref}>
            {t('engine:form.check')}
          </a>
        </p>
      ) : null}
      {effect ? <p className="prose-width">{effect}</p> : null}
      {fields.map(({ name, label, help, group, control }) => {
        const id = `${intent}-${name}`
        const problems = own?.problems[name] ?? []
        const error =
          problems.length > 0 ? problems.map(problem => problemText(t, problem)).join(' ') : undefined
        const Labelled = group ? FieldSet : Field
        return (
          <Labelled key={name} id={id} label={label} help={help} error={error}>
            {control({
              id,
              name,
              typed: own?.typed[name] ?? '',
              problems: problems.length > 0,
              described: describe({ id, help, error }),
            })}
          </Labelled>
        )
      })}
      {children}
      <FormActions>
        {danger && backHref ? (
          <LinkButton href={backHref} autoFocus={errors.length === 0}>
            {t('engine:form.cancel')}
          </LinkButton>
        ) : null}
        <Button tone={danger ? 'danger' : 'primary'}>{submit}</Button>
        {!danger && backHref ? <LinkButton href={backHref}>{t('engine:form.cancel')}</LinkButton> : null}
      </FormActions>
    </form>
  )
}

/** Three to 200 characters, as everywhere. */
export const reasonField = (t: ReturnType<typeof useShell>['t']): OrderField => ({
  name: 'reason',
  label: t('engine:form.reason'),
  help: t('engine:form.reason_stays'),
  control: ({ name, typed, described }) => (
    <TextArea
      {...described}
      name={name}
      rows={2}
      defaultValue={typed}
      required
      minLength={3}
      maxLength={200}
    />
  ),
})
