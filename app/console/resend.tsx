import { Button, LinkButton } from '../ui/button'
import type { SavedForm } from './error-data'
import { checkPath } from './saved-values'
import { useTranslate } from './shell-context'

interface ResendProps {
  form: SavedForm
  /** Whether it was done is unknown: first a look at what it would have changed. */
  check?: boolean
}

/**
 * What was typed, carried by the page itself and sent again by a button: after an outage, or once signed in again. Its
 * key goes along, so nothing is done twice.
 */
export function Resend({ form, check }: ResendProps) {
  const t = useTranslate()
  return (
    <form method="post" action={form.path}>
      {form.fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <div className="form-actions">
        {/* It opens in a new tab, because this page alone holds what was typed. */}
        {check && (
          <LinkButton href={checkPath(form)} target="_blank" rel="noopener" tone="primary">
            {t('console:trouble.check')}
          </LinkButton>
        )}
        <Button tone={check ? 'neutral' : 'primary'} icon="refresh">
          {t('console:trouble.sendAgain')}
        </Button>
        <LinkButton href="/access" icon="home">
          {t('errors:home')}
        </LinkButton>
      </div>
    </form>
  )
}
