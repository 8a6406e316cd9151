/** What a share link shows to somebody without an account: one revision, or that something took its place. */
import { useLoaderData } from '@remix-run/react'
import { openAnswer, openPath } from '../../../backend/accounting/share-links/share-links.contract'
import { ApiError } from '../../api/api-error'
import { useShell } from '../../console/shell-context'
import { notFound } from '../../engine/data/resource-at.server'
import { open } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { publicApi } from './public-api.server'
import { SealFacts } from './seal-facts'

const LONGEST = 100

export const loader = open(async ({ url, t, request }) => {
  const token = url.searchParams.get('link') ?? ''
  if (token === '' || token.length > LONGEST) throw notFound()
  try {
    const shown = await publicApi(request).call('POST', openPath, { body: { token }, schema: openAnswer })
    return { title: t('shared:title'), token, shown }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound()
    throw error
  }
})

export default function SharedPage() {
  const { title, token, shown } = useLoaderData<typeof loader>()
  const { t, format } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <div className="grid gap-5">
        {shown.state === 'superseded' || !shown.seal ? (
          <Alert tone="warn" title={t('shared:superseded')}>
            {t('shared:superseded_what')}
          </Alert>
        ) : (
          <>
            <Alert tone="good" title={t('verify:states.genuine')}>
              {t('shared:until', { time: format.exact(shown.expires_at) })}
            </Alert>
            <SealFacts seal={shown.seal} />
            <p>
              {shown.files.map(one => (
                <LinkButton
                  key={one}
                  icon="download"
                  href={`/shared/file?${new URLSearchParams({ link: token, format: one }).toString()}`}
                >
                  {t('shared:download', { format: one.toUpperCase() })}
                </LinkButton>
              ))}
            </p>
          </>
        )}
      </div>
    </>
  )
}
