/**
 * Newer and older rows by cursor: links that stay right while rows arrive, and go on however far back somebody reads.
 */
import { useShell } from '../../console/shell-context'
import { Icon } from '../../ui/icon'
import { withSearch } from '../export/file-links'
import type { ListQuery } from '../address/list-query'
import { PageSizes } from '../components/pager'
import type { StreamData } from './stream.server'

type Side = 'after' | 'before'

/** The address of the page before or after a cursor. */
export const hrefAtCursor = (href: string, side: Side, cursor: string): string =>
  withSearch(href, `${side}=${encodeURIComponent(cursor)}`)

interface StreamPagerProps {
  data: Pick<StreamData, 'query' | 'answer' | 'pageCursor'>
  /** The stream's first page, as it is narrowed now. */
  first: string
  here: string
}

export function StreamPager({ data: { query, answer, pageCursor }, first, here }: StreamPagerProps) {
  const { t, format } = useShell()
  if (!answer) return null
  const { rows, total, capped, cursors } = answer
  const from = (query.page - 1) * query.rowsPerPage
  const shown = { total: format.count(total, capped) }
  const [start, back, on] = wordsOf(query)
  const before = cursors?.before ? hrefAtCursor(first, 'before', cursors.before) : null
  const after = cursors?.after ? hrefAtCursor(first, 'after', cursors.after) : null
  return (
    <div className="pager">
      <p className="pager-summary">
        {pageCursor
          ? t('engine:stream.shown', { ...shown, count: rows.length, shown: format.number(rows.length) })
          : t('engine:pager.summary', {
              ...shown,
              from: format.number(from + 1),
              to: format.number(from + rows.length),
            })}
      </p>
      {before || after ? (
        <nav aria-label={t('engine:pager.label')}>
          <ul className="pager-words">
            {before ? (
              <>
                <li>
                  <a href={first}>{t(`engine:${start}`)}</a>
                </li>
                <li>
                  <a href={before} rel="prev">
                    <Icon name="left" /> {t(`engine:${back}`)}
                  </a>
                </li>
              </>
            ) : null}
            {after ? (
              <li>
                <a href={after} rel="next">
                  {t(`engine:${on}`)} <Icon name="right" />
                </a>
              </li>
            ) : null}
          </ul>
        </nav>
      ) : null}
      <PageSizes rowsPerPage={query.rowsPerPage} action={here} />
    </div>
  )
}

/** Where the list begins, and what lies before and after a page of it. */
const wordsOf = ({ sortBy, sortDirection }: Pick<ListQuery, 'sortBy' | 'sortDirection'>) =>
  // SMIB by SMIB a next page is neither older nor newer.
  sortBy === 'smib_id'
    ? (['stream.first', 'pager.previous', 'pager.next'] as const)
    : sortDirection === 'desc'
      ? (['stream.newest', 'stream.newer', 'stream.older'] as const)
      : (['stream.oldest', 'stream.older', 'stream.newer'] as const)
