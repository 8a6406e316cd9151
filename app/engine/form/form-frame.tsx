/** What every `formPage` has around its fields: hidden fields, errors at the top, somebody else's save, the buttons. */
import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { ErrorSummary, fieldsIn, FormActions, type FormError } from '../../ui/field'
import { FailureNote } from '../components/failure-note'
import { ConflictChoice } from './conflict-choice'
import type { PageForm } from './form-page.server'

interface FormFrameProps {
  form: PageForm
  action: string
  back: string
  submit: string
  errors: readonly FormError[]
  /** Undoes what people have set: the way back comes first and holds the cursor. */
  danger?: boolean
  /** Fields that two people may disagree on, and a value of theirs in words; none where what it does is read anew. */
  rivals: readonly { name: string; label: string; words?: (text: string) => string }[]
  children: ReactNode
}

export function FormFrame({
  form,
  action,
  back,
  submit,
  errors,
  danger = false,
  rivals,
  children,
}: FormFrameProps) {
  const { t } = useShell()
  const { typed, theirs, failure } = form
  const plain = (text: string) => text || '–'
  const different = rivals.filter(({ name }) => {
    const value = theirs?.[name]
    return value !== undefined && value !== typed[name]
  })
  return (
    <form method="post" action={action} className="form" noValidate>
      <input type="hidden" name="idempotency_key" value={form.key} />
      <input type="hidden" name="version" value={form.version} />
      <ErrorSummary title={t('engine:form.problems', { count: fieldsIn(errors) })} errors={errors} />
      {failure ? (
        <FailureNote method="POST" failure={failure} retry={failure.unknown ? back : undefined} />
      ) : null}
      {theirs ? (
        <>
          <Alert tone="warn" title={t('engine:conflict.title')} takesFocus>
            <p>{t(rivals.length > 0 ? 'engine:conflict.text' : 'engine:conflict.look')}</p>
          </Alert>
          {rivals.length > 0 ? (
            <ConflictChoice
              rivals={different.map(({ name, label, words = plain }) => ({
                name,
                label,
                mine: words(typed[name] ?? ''),
                theirs: words(theirs[name] ?? ''),
              }))}
            />
          ) : null}
          {different.map(({ name }) => (
            <input key={name} type="hidden" name={`theirs.${name}`} value={theirs[name]} />
          ))}
        </>
      ) : null}
      {children}
      <FormActions>
        {danger ? (
          <LinkButton href={back} autoFocus={errors.length === 0 && !theirs}>
            {t('engine:form.cancel')}
          </LinkButton>
        ) : null}
        <Button tone={danger ? 'danger' : 'primary'}>{submit}</Button>
        {danger ? null : <LinkButton href={back}>{t('engine:form.cancel')}</LinkButton>}
      </FormActions>
    </form>
  )
}
