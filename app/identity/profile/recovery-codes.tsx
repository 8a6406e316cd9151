import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'

/** Shown in this answer alone. */
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
