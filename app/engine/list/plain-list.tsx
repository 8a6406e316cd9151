/** A list in pages that is no resource: no columns to choose, no selection, no views. */
import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader } from '../../ui/page'
import type { Failure } from '../failure.server'
import { hrefOf, type ListQuery, type Notice } from './list-query'
import type { PlainListing } from './plain-columns'
import { FailureNote } from '../failure-note'
import { fileHref, FileLinks } from '../export/file-links'
import { Notices } from './list-notes'
import { Pager } from './pager'
import { chipsOf, offered, PlainFilters, resetOf } from './plain-filters'
import { PlainTable } from './plain-table'

interface PlainRowsProps<Row> {
  /** Names the table. */
  title: string
  page: {
    query: ListQuery
    notices: Notice[]
    answer: { rows: Row[]; total: number; as_of: number; capped?: boolean } | null
    failure: Failure | null
  }
  path: string
  listing: PlainListing<Row>
  /** Between notices and filters. */
  above?: ReactNode
  /** What stands there when there is nothing at all. */
  empty: ReactNode
  /** Rows that are no table. */
  draw?: (rows: readonly Row[]) => ReactNode
}

interface PlainListProps<Row> extends PlainRowsProps<Row> {
  /** What the link is called that asks again. */
  refresh: string
  commands?: ReactNode
}

export function PlainList<Row extends { _id: string }>({ refresh, commands, ...list }: PlainListProps<Row>) {
  const { t, format } = useShell()
  const {
    title,
    path,
    listing: { spec },
    page: { query, answer },
  } = list
  return (
    <>
      <PageHeader
        title={title}
        total={answer ? format.count(answer.total, answer.capped) : undefined}
        age={
          answer ? (
            <span title={format.exact(answer.as_of)}>
              {t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}
            </span>
          ) : undefined
        }
        commands={
          <>
            <LinkButton href={hrefOf(path, query, spec, { page: query.page })} icon="refresh">
              {refresh}
            </LinkButton>
            <FileLink {...list} />
            {commands}
          </>
        }
      />
      <PlainRows {...list} />
    </>
  )
}

/** The whole of it, as it is narrowed and sorted. */
export function FileLink<Row>({
  path,
  listing: { spec },
  page: { query, answer },
}: Pick<PlainRowsProps<Row>, 'path' | 'listing' | 'page'>) {
  const { t } = useShell()
  if (answer?.total === 0) return null
  return <FileLinks href={fileHref(path, query, spec)} label={t('engine:list.export')} />
}

/** What stands under such a list's head: its filters, its rows or why there are none, and its pages. */
export function PlainRows<Row extends { _id: string }>({
  title,
  page: { query, notices, answer, failure },
  path,
  listing,
  above,
  empty,
  draw,
}: PlainRowsProps<Row>) {
  const shell = useShell()
  const { t } = shell
  const { spec } = listing
  const here = hrefOf(path, query, spec, { page: query.page })
  const narrowed = chipsOf(listing, query, shell)
  return (
    <>
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      {above}
      {narrowed.length > 0 ? (
        <p className="only-print">{narrowed.map(({ words }) => words).join(' · ')}</p>
      ) : null}
      {(listing.searched || spec.period !== undefined || offered(listing, query).length > 0) &&
      !(answer?.total === 0 && narrowed.length === 0) ? (
        <PlainFilters path={path} listing={listing} query={query} />
      ) : null}
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer?.rows.length === 0 ? (
        narrowed.length > 0 ? (
          <EmptyState
            title={t('engine:list.no_match')}
            action={<LinkButton href={resetOf(path, listing, query)}>{t('engine:filter.reset')}</LinkButton>}
          >
            {t('engine:list.no_match_hint')}
          </EmptyState>
        ) : (
          empty
        )
      ) : null}
      {answer && answer.rows.length > 0 ? (
        <>
          {draw ? (
            draw(answer.rows)
          ) : (
            <PlainTable
              caption={title}
              listing={listing}
              rows={answer.rows}
              sort={{
                by: query.sortBy,
                direction: query.sortDirection,
                href: (sortBy, sortDirection) => hrefOf(path, query, spec, { sortBy, sortDirection }),
              }}
            />
          )}
          <Pager
            page={query.page}
            rowsPerPage={query.rowsPerPage}
            total={answer.total}
            capped={answer.capped}
            shown={answer.rows.length}
            href={page => hrefOf(path, query, spec, { page })}
            sizeAction={here}
          />
        </>
      ) : null}
    </>
  )
}
