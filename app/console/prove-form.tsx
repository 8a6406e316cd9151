import { Alert } from '../ui/alert'
import { Button, LinkButton } from '../ui/button'
import { describe, Field, Input } from '../ui/field'
import type { KeptForm } from './error-data'
import { KeptFields } from './kept-fields'
import { useTranslate } from './shell-context'

interface ProveFormProps {
  /** What was about to be sent: carried along, and offered for sending afterwards. */
  kept: KeptForm | null
  /** The page to come back to where nothing could be kept. */
  back: string | null
  problem?: string | undefined
  failure?: string | null
}

/** The second factor once more, before money moves or something is sealed. */
export function ProveForm({ kept, back, problem, failure }: ProveFormProps) {
  const t = useTranslate()
  return (
    <section className="trouble">
      <h1>{t('errors:kinds.proof-due.title')}</h1>
      <p>{t('errors:kinds.proof-due.text')}</p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <form method="post" action="/auth/prove" className="form" noValidate>
        {kept && <input type="hidden" name="kept" value={JSON.stringify(kept)} />}
        {back && <input type="hidden" name="redirectTo" value={back} />}
        <Field id="code" label={t('auth:code.label')} error={problem}>
          <Input
            {...describe({ id: 'code', error: problem })}
            name="code"
            type="text"
            required
            maxLength={40}
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
          />
        </Field>
        <div className="form-actions">
          <Button tone="primary">{t('auth:prove.go')}</Button>
          <LinkButton href={back ?? '/access'}>{t('auth:prove.back')}</LinkButton>
        </div>
      </form>
      {kept && <KeptFields kept={kept} />}
    </section>
  )
}
