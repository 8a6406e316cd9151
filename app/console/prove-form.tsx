import { Alert } from '../ui/alert'
import type { SavedForm } from './error-data'
import { FactorForms, type Factor } from './factor-forms'
import { SavedFields } from './saved-fields'
import { useTranslate } from './shell-context'

interface ProveFormProps {
  factor: Factor
  /** What was about to be sent: carried along, and offered for sending afterwards. */
  saved: SavedForm | null
  /** The page to come back to where nothing could be saved. */
  back: string | null
  problem?: string | undefined
  failure?: string | null
}

/** The second factor once more, before money moves, something is sealed, or the factor itself is changed. */
export function ProveForm({ factor, saved, back, problem, failure }: ProveFormProps) {
  const t = useTranslate()
  return (
    <section className="trouble">
      <h1>{t('errors:kinds.proof-due.title')}</h1>
      <p>
        {t('errors:kinds.proof-due.text')} {saved && t('errors:kinds.proof-due.kept')}
      </p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <FactorForms
        {...factor}
        action="/auth/prove"
        carried={{ kept: saved && JSON.stringify(saved), redirectTo: back }}
        problem={problem}
        send={t('auth:prove.go')}
        back={{ href: back ?? '/access', label: t('auth:prove.back') }}
      />
      {saved && <SavedFields form={saved} />}
    </section>
  )
}
