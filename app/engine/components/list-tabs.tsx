/** Lists side by side, and the views of this one. */
import { useShell } from '../../console/shell-context'
import { withSearch } from '../export/file-links'
import type { ListViews } from '../data/views'
import { hasOwnPeriod, isFiltered, writeListQuery, WHOLE, type ListQuery } from '../address/list-query'
import type { Resource } from '../definition/resource'

/** Lists that stand side by side; those that this person may open. */
export function Tabs({ resource: { name, path, list } }: { resource: Resource }) {
  const { t, can } = useShell()
  return (
    <nav className="views no-print" aria-label={t(`${name}:tabs`)}>
      <ul>
        {list.tabs
          .filter(({ rule }) => can(rule))
          .map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={href === path ? 'page' : undefined}>
                {t(label)}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** The saved views, each one press away, and at the end where this one is saved. */
export function ViewTabs({
  resource: { path, list },
  query,
  views,
  total,
  managedAt = `${path}/views`,
}: {
  resource: Pick<Resource, 'path' | 'list'>
  query: ListQuery
  views: ListViews
  /** Of the list as it stands: the one count that costs nothing. */
  total: string | undefined
  /** Where they are saved, unless it is below the path. */
  managedAt?: string
}) {
  const { t } = useShell()
  const search = writeListQuery({ ...query, page: 1, whole: undefined }, list).toString()
  const manage = search ? withSearch(managedAt, search) : managedAt
  const isWhole = views.current === null && !isFiltered(query) && !hasOwnPeriod(query, list)
  const tab = (href: string, name: string, isCurrent: boolean, owner: string | null = null) => (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {name}
      {owner ? <small> · {owner}</small> : null}
      {isCurrent && total !== undefined ? <small> {total}</small> : null}
    </a>
  )
  return (
    <nav className="views no-print" aria-label={t('views:menu')}>
      <ul>
        <li>
          {tab(
            views.links.some(view => view.isDefault) || list.opens ? withSearch(path, `view=${WHOLE}`) : path,
            t('views:whole'),
            isWhole,
          )}
        </li>
        {views.links.map(({ id, name, href, owner }) => (
          <li key={id}>{tab(href, name, id === views.current, owner)}</li>
        ))}
        <li className="views-end">
          <a href={manage}>{t('views:save_this')}</a>
        </li>
        {views.links.length > 0 ? (
          <li>
            <a href={`${manage}#saved`}>{t('views:manage')}</a>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
