import { useShell } from '../../console/shell-context'
import { hrefOf, type ListQuery } from '../address/list-query'
import { orderFor } from '../data/opening'
import type { Resource } from '../definition/resource'

const written = (filters: Readonly<Record<string, readonly string[]>>) =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, values]) => [name, [...values].sort()] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  )

/**
 * The views that people want most often, one press each. A link sets its own filters and leaves those alone
 * that no link names.
 */
export function Shows({ resource, query }: { resource: Resource; query: ListQuery }) {
  const { t } = useShell()
  const { name, path, list } = resource
  const shows = Object.entries(list.shows)
  if (shows.length === 0) return null
  const concerned = new Set(shows.flatMap(([, filters]) => Object.keys(filters)))
  const part = (isConcerned: boolean) =>
    Object.fromEntries(
      Object.entries(query.filters).filter(([filter]) => concerned.has(filter) === isConcerned),
    )
  const others = part(false)
  const chosen = written(part(true))
  return (
    <nav className="join my-2 flex-wrap" aria-label={t('engine:list.shows')}>
      {shows.map(([show, filters]) => {
        const isShown = written(filters) === chosen
        const wanted = Object.fromEntries(
          Object.entries(filters).map(([filter, values]) => [filter, [...values]]),
        )
        return (
          <a
            key={show}
            href={hrefOf(path, query, list, {
              filters: { ...others, ...wanted },
              ...orderFor(resource, query, show),
            })}
            className={isShown ? 'btn join-item btn-primary' : 'btn join-item no-print'}
            aria-current={isShown ? 'page' : undefined}
          >
            {t(`${name}:shows.${show}`)}
          </a>
        )
      })}
    </nav>
  )
}
