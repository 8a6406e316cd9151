/** The start page: the sections and pages that this user may open, each with what it is for. */
import { useLoaderData } from '@remix-run/react'
import { HistoryLine, historyQuestion, type HistoryAnswer } from '../activity/history-line'
import { menuFor } from '../console/menu'
import { PageList } from '../console/page-list'
import { useShell } from '../console/shell-context'
import { attempt } from '../engine/failure.server'
import { guarded } from '../session/guard.server'
import { EmptyState, PageHeader } from '../ui/page'

export const loader = guarded('signed-in', async ({ t, api, can }) => {
  const { permission, path, body, shape } = historyQuestion
  const { value } = can(permission)
    ? await attempt(api.call('POST', path, { body, write: false, schema: shape }))
    : {}
  return { title: t('console:crumbs.access'), history: value ?? null }
})

export default function AccessPage() {
  const { permissions, t } = useShell()
  const { history } = useLoaderData() as { history: HistoryAnswer | null }
  const sections = menuFor(permissions)
  return (
    <>
      <PageHeader title={t('console:access.title')} />
      {sections.length === 0 ? (
        <EmptyState title={t('console:access.none')}>{t('console:access.noneWhat')}</EmptyState>
      ) : (
        <p>{t('console:access.intro')}</p>
      )}
      <HistoryLine answer={history} />
      <div className="access">
        {sections.map(({ key, entries }) => (
          <section key={key} aria-labelledby={`section-${key}`}>
            <h2 id={`section-${key}`}>{t(`console:sections.${key}`)}</h2>
            <PageList entries={entries} />
          </section>
        ))}
      </div>
    </>
  )
}
