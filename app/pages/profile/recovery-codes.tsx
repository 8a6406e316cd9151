/** What opens when everything else is lost, shown once, and why a second factor is asked for. */
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useShell()
  return (
    <>
      <Alert tone="warn" title={t('profile:factor.on')} className="mb-3">
        <p>{t('profile:factor.keep')}</p>
      </Alert>
      <ul className="mb-3 grid grid-cols-2 gap-1 font-mono" aria-label={t('profile:factor.codes')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <LinkButton href="/access" tone="primary">
        {t('profile:factor.kept')}
      </LinkButton>
    </>
  )
}

export function FactorDue() {
  const { t } = useShell()
  return (
    <Alert tone="warn" title={t('profile:factor.due')} className="mb-3">
      <p>{t('profile:factor.due_what')}</p>
    </Alert>
  )
}
