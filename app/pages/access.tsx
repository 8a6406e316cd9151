/** The start page: the sections and pages that this user may open, each with what it is for. */
import { menuFor } from '../console/menu'
import { useShell } from '../console/shell-context'
import { guarded } from '../session/guard.server'
import { EmptyState, PageHeader } from '../ui/page'

export const loader = guarded('signed-in', ({ t }) => ({ title: t('console:crumbs.access') }))

export default function AccessPage() {
  const { permissions, t } = useShell()
  const sections = menuFor(permissions)
  return (
    <>
      <PageHeader title={t('console:access.title')} />
      {sections.length === 0
        ? <EmptyState title={t('console:access.none')}>{t('console:access.noneWhat')}</EmptyState>
        : <p>{t('console:access.intro')}</p>}
      <div className="access">
        {sections.map(({ key, entries }) => (
          <section key={key} aria-labelledby={`section-${key}`}>
            <h2 id={`section-${key}`}>{t(`console:sections.${key}`)}</h2>
            <ul>
              {entries.map(entry => (
                <li key={entry.path}>
                  <a href={entry.path}>{t(`console:entries.${entry.key}.name`)}</a>
                  <p>{t(`console:entries.${entry.key}.about`)}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
