/** A list in pages that is no resource: no columns to choose, no selection, no views. */
import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import type { Failure } from '../failure.server'
import { hrefOf, type ListQuery, type ListSpec, type Notice } from '../list-query'
import { FailureNote } from './failure-note'
import { Notices } from './list-page'
import { Pager } from './pager'

interface PlainListProps<Row> {
  title: string
  page: { query: ListQuery; notices: Notice[]; answer: { rows: Row[]; total: number; as_of: number; capped?: boolean } | null; failure: Failure | null }
  path: string
  spec: ListSpec
  /** What the link is called that asks again. */
  refresh: string
  commands?: ReactNode
  /** Between head and rows. */
  above?: ReactNode
  /** What stands there when nothing was found. */
  empty: ReactNode
  table: (rows: Row[]) => ReactNode
}

export function PlainList<Row>({ title, page: { query, notices, answer, failure }, path, spec, refresh, commands, above, empty, table }: PlainListProps<Row>) {
  const { t, format } = useShell()
  const here = hrefOf(path, query, spec, { page: query.page })
  return (
    <>
      <PageHeader
        title={title} total={answer ? format.count(answer.total, answer.capped) : undefined}
        age={answer ? <span title={format.exact(answer.as_of)}>{t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}</span> : undefined}
        commands={<><LinkButton href={here} icon="refresh">{refresh}</LinkButton>{commands}</>}
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      {above}
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer?.rows.length === 0 ? empty : null}
      {answer && answer.rows.length > 0 ? (
        <>
          {table(answer.rows)}
          <Pager page={query.page} rowsPerPage={query.rowsPerPage} total={answer.total} capped={answer.capped} shown={answer.rows.length} href={page => hrefOf(path, query, spec, { page })} sizeAction={here} />
        </>
      ) : null}
    </>
  )
}
