import { House } from './appearance'
import { LinkButton } from '../ui/button'
import { useTranslate } from './shell-context'

/**
 * Off to the identity provider, by the answer's Refresh header: browsers hold a form's redirects to this page's
 * `form-action`, and where a provider leads on to is its own affair.
 */
export function Leaving({ to }: { to: string }) {
  const t = useTranslate()
  return (
    <section className="sign-in">
      <House />
      <h1>{t('auth:sso.leaving')}</h1>
      <p className="my-3">{t('auth:sso.leaving_what')}</p>
      <LinkButton href={to} tone="primary">
        {t('auth:sso.go_on')}
      </LinkButton>
    </section>
  )
}

/** The header that leads there at once, with scripts and without. */
export const leavingFor = (to: string): Record<string, string> => ({ Refresh: `0; url=${to}` })
