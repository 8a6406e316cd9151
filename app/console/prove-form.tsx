import type { PasskeyProps } from '../islands/passkey'
import { Alert } from '../ui/alert'
import { Button, LinkButton } from '../ui/button'
import { CarriedFields } from './carried-fields'
import { CodeField } from './code-field'
import type { KeptForm } from './error-data'
import { KeptFields } from './kept-fields'
import { PasskeyForm } from './passkey-form'
import { useTranslate } from './shell-context'

interface ProveFormProps {
  /** What was about to be sent: carried along, and offered for sending afterwards. */
  kept: KeptForm | null
  /** The page to come back to where nothing could be kept. */
  back: string | null
  /** What a passkey may sign instead of a typed code. */
  passkey?: PasskeyProps['options'] | undefined
  problem?: string | undefined
  failure?: string | null
}

const PATH = '/auth/prove'

/** The second factor once more, before money moves or something is sealed. */
export function ProveForm({ kept, back, passkey, problem, failure }: ProveFormProps) {
  const t = useTranslate()
  return (
    <section className="trouble">
      <h1>{t('errors:kinds.proof-due.title')}</h1>
      <p>{t('errors:kinds.proof-due.text')}</p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <form method="post" action={PATH} className="form" noValidate>
        <CarriedFields redirectTo={back} kept={kept} />
        <CodeField problem={problem} />
        <div className="form-actions">
          <Button tone="primary">{t('auth:prove.go')}</Button>
          <LinkButton href={back ?? '/access'}>{t('auth:prove.back')}</LinkButton>
        </div>
      </form>
      {passkey ? <PasskeyForm action={PATH} options={passkey} redirectTo={back} kept={kept} /> : null}
      {kept && <KeptFields kept={kept} />}
    </section>
  )
}
