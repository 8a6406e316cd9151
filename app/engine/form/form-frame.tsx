/** What every `formPage` has around its fields: hidden fields, errors at the top, somebody else's save, the buttons. */
import type { ReactNode } from 'react'
import { useMatches } from '@remix-run/react'
import { ACT } from '../../console/saved-values'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { ErrorSummary, fieldsIn, FormActions, type FormError } from '../../ui/field'
import { FailureNote } from '../components/failure-note'
import { ConflictNote } from './conflict-note'
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
  const { typed, conflict, failure } = form
  const title = (useMatches().at(-1)?.data as { title?: string } | undefined)?.title
  const plain = (text: string) => text || '–'
  const disputed = rivals.filter(({ name }) => conflict?.theirs[name] !== undefined)
  const shown = (names: readonly string[]) =>
    rivals
      .filter(({ name }) => names.includes(name))
      .map(({ name, label, words = plain }) => ({ name, label, value: words(typed[name] ?? '') }))
  return (
    <form method="post" action={action} className="form" noValidate>
      <input type="hidden" name="idempotency_key" value={form.key} />
      <input type="hidden" name="version" value={form.version} />
      <input type="hidden" name={ACT} value={title ? `${submit}: ${title}` : submit} />
      <input type="hidden" name="base" value={form.base} />
      <ErrorSummary title={t('engine:form.problems', { count: fieldsIn(errors) })} errors={errors} />
      {failure ? (
        <FailureNote method="POST" failure={failure} retry={failure.unknown ? back : undefined} />
      ) : null}
      {conflict && rivals.length === 0 ? (
        <Alert tone="warn" title={t('engine:conflict.title')} takesFocus>
          <p>{t('engine:conflict.look')}</p>
        </Alert>
      ) : null}
      {conflict && rivals.length > 0 ? (
        <>
          <ConflictNote
            saved={conflict.saved}
            rivals={disputed.map(({ name, label, words = plain }) => ({
              name,
              label,
              mine: words(typed[name] ?? ''),
              theirs: words(conflict.theirs[name] ?? ''),
            }))}
            taken={shown(conflict.taken)}
            own={shown(conflict.own)}
          />
          {disputed.map(({ name }) => (
            <input key={name} type="hidden" name={`theirs.${name}`} value={conflict.theirs[name]} />
          ))}
        </>
      ) : null}
      {children}
      <FormActions>
        {danger ? (
          <LinkButton href={back} autoFocus={errors.length === 0 && !conflict}>
            {t('engine:form.cancel')}
          </LinkButton>
        ) : null}
        <Button tone={danger ? 'danger' : 'primary'}>{submit}</Button>
        {danger ? null : <LinkButton href={back}>{t('engine:form.cancel')}</LinkButton>}
      </FormActions>
    </form>
  )
}
