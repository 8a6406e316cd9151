import { Button, LinkButton } from '../ui/button'
import type { KeptForm } from './error-data'
import { useTranslate } from './shell-context'

/** What was typed, carried by the page itself and sent again by a button: after an outage, or once signed in again. */
export function Resend({ kept }: { kept: KeptForm }) {
  const t = useTranslate()
  return (
    <form method="post" action={kept.path}>
      {kept.fields.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />)}
      <div className="form-actions">
        <Button tone="primary" icon="refresh">{t('console:trouble.sendAgain')}</Button>
        <LinkButton href="/access" icon="home">{t('errors:home')}</LinkButton>
      </div>
    </form>
  )
}
