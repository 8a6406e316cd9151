/** A location's sealed documents for whoever checks them: whether the chain is whole, and the chain as a file. */
import { chainRule, checkAnswer } from '../../../backend/accounting/seals/seals.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader } from '../../ui/page'

/** A chain of years is read from its first document. */
const PATIENCE_MS = 60_000

export const loader = guarded(chainRule, async ({ params, api, t }) => {
  const check = await api.call('GET', `/api/seals/v1/location/${idOf(params)}/check`, {
    schema: checkAnswer,
    timeLimitMs: PATIENCE_MS,
  })
  const { _id, name } = check.location
  return { title: t('seals:title_of', { name }), crumbs: { [_id]: name }, check }
})

export default function ChainPage() {
  const { title, check } = useLoaded<typeof loader>()
  const { t, format } = useShell()
  const { ok, checked, problem, at, location } = check
  return (
    <>
      <PageHeader
        title={title}
        total={format.number(checked)}
        commands={
          <>
            <LinkButton href={`/locations/${location._id}/seals.jsonl`} icon="download">
              {t('seals:download')}
            </LinkButton>
            <LinkButton href="/verify/keys.json">{t('verify:keys')}</LinkButton>
            <LinkButton href="/verify">{t('verify:title')}</LinkButton>
          </>
        }
      />
      <div className="grid gap-4 prose-width">
        {ok && checked === 0 ? (
          <EmptyState title={t('seals:none')} />
        ) : ok ? (
          <Alert tone="good" title={t('seals:whole')}>
            {t('seals:whole_what', { count: checked, shown: format.number(checked) })}
          </Alert>
        ) : (
          <Alert tone="bad" title={t('seals:broken', { number: format.number(at ?? 1) })}>
            {t(`seals:problems.${problem ?? 'altered'}`)}
          </Alert>
        )}
        <p>{t('seals:offline')}</p>
      </div>
    </>
  )
}
