import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import type { Failure } from '../data/failure.server'

/**
 * A part of the page that has no data, or a form that was not taken (`method`): what happened, and the way to try
 * again. The rest of the page stands.
 */
export function FailureNote({
  failure,
  method = 'GET',
  retry,
}: {
  failure: Failure
  method?: 'GET' | 'POST'
  retry?: string
}) {
  const { t, path } = useShell()
  return (
    <Alert tone="bad" title={t(`errors:kinds.${failure.kind}.title`)}>
      <p>
        {failure.unknown
          ? t('errors:unknownOutcome')
          : t([`errors:codes.${failure.code}`, `errors:kinds.${failure.kind}.text`])}
      </p>
      <p className="status-code">
        {failure.requestId ? <>{t('errors:reference', { id: failure.requestId })} · </> : null}
        <code>{`${method} ${path.split('?', 1)[0] ?? path}`}</code>
      </p>
      {retry ? (
        <p className="no-print mt-2">
          <LinkButton href={retry} icon="refresh" size="sm">
            {t('errors:retry')}
          </LinkButton>
        </p>
      ) : null}
    </Alert>
  )
}
