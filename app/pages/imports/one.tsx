/** `/slots-import/<id>`: what was found in a file, what became of each row, and what can be done next. */
import { useLoaderData } from '@remix-run/react'
import type { ListAnswer } from '../../../backend/contract/list'
import { useShell } from '../../console/shell-context'
import type { ListQuery, Notice } from '../../engine/list/list-query'
import { Notices } from '../../engine/list/list-notes'
import { Pager } from '../../engine/list/pager'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { EmptyState, PageHeader } from '../../ui/page'
import { Status } from '../../ui/status'
import { columnsOf } from './columns.server'
import { ImportSummary } from './import-summary'
import {
  importing,
  importPaths,
  isWorking,
  mayImport,
  rowsHref,
  stateMarks,
  type Import,
  type ImportRow,
} from './importer'
import { importOf, pageOfRows } from './importer.server'
import { RowFilter } from './row-filter'
import { RowTable } from './row-table'

interface Loaded {
  title: string
  found: Import
  query: ListQuery
  notices: Notice[]
  answer: ListAnswer<ImportRow>
  columns: string[]
}

export const loader = guarded(mayImport, async ctx => {
  const found = await importOf(ctx)
  const [page, columns] = await Promise.all([pageOfRows(ctx, found._id), columnsOf(ctx, found.entity)])
  return { title: found.file_name, found, columns, ...page } satisfies Loaded
})

export default function ImportPage() {
  const { title, found, query, notices, answer, columns } = useLoaderData() as Loaded
  const { t } = useShell()
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={stateMarks[found.state]}>{t(`imports:state.${found.state}`)}</Status>}
        commands={<Commands found={found} />}
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      <ImportSummary found={found} />
      {found.rows > 0 &&
      found.state !== 'discarded' &&
      found.rows_removed_at === null &&
      (found.state !== 'checking' || answer.total > 0) ? (
        <>
          <RowFilter found={found} query={query} />
          {answer.rows.length === 0 ? (
            <EmptyState
              title={t('engine:list.no_match')}
              action={
                <LinkButton href={rowsHref(found.entity, found._id, { ...query, query: '', filters: {} })}>
                  {t('imports:all_rows')}
                </LinkButton>
              }
            />
          ) : (
            <>
              <RowTable
                caption={t('imports:rows')}
                entity={found.entity}
                rows={answer.rows}
                columns={columns}
              />
              <Pager
                page={query.page}
                rowsPerPage={query.rowsPerPage}
                total={answer.total}
                shown={answer.rows.length}
                href={page => rowsHref(found.entity, found._id, query, { page })}
              />
            </>
          )}
        </>
      ) : null}
    </>
  )
}

/** The next step first, harm last. */
function Commands({ found }: { found: Import }) {
  const { t, can } = useShell()
  const here = `${importPaths[found.entity]}/${found._id}`
  const { can: may, counts } = found
  if (!can(importing(found.entity))) return null
  const hasRows = found.rows > 0 && found.rows_removed_at === null
  const showsMending = may.fix && counts.error > 0
  return (
    <>
      {may.commit && counts.ok > 0 ? (
        <LinkButton tone="primary" href={`${here}/commit`}>
          {t('imports:commit.open', { count: counts.ok })}
        </LinkButton>
      ) : null}
      {showsMending ? (
        <LinkButton tone={counts.ok > 0 ? 'neutral' : 'primary'} icon="edit" href={`${here}/fix`}>
          {t('imports:fix.open', { count: counts.error })}
        </LinkButton>
      ) : null}
      {may.resume ? (
        <LinkButton tone="primary" href={`${here}/resume`}>
          {t('imports:resume.button')}
        </LinkButton>
      ) : null}
      {isWorking(found) ? (
        <LinkButton href={here} icon="refresh">
          {t('imports:refresh')}
        </LinkButton>
      ) : null}
      {may.cancel ? <LinkButton href={`${here}/cancel`}>{t('imports:cancel.button')}</LinkButton> : null}
      <Menu label={t('engine:more')} icon="more" align="end">
        <MenuLink href={`${importPaths[found.entity]}/row-columns?import=${found._id}`} icon="columns">
          {t('engine:columns.title')}
        </MenuLink>
        {hasRows && counts.error > 0 ? (
          <MenuLink href={`${here}/rows.csv?state=error`} icon="download">
            {t('imports:errors_csv')}
          </MenuLink>
        ) : null}
        {hasRows ? (
          <MenuLink href={`${here}/rows.csv`} icon="download">
            {t('imports:rows_csv')}
          </MenuLink>
        ) : null}
        <MenuLink href={importPaths[found.entity]} icon="upload">
          {t('imports:another')}
        </MenuLink>
        {may.undo ? (
          <MenuLink href={`${here}/undo`} danger>
            {t('imports:undo.button')}
          </MenuLink>
        ) : null}
        {may.discard ? (
          <MenuLink href={`${here}/discard`} danger>
            {t('imports:discard.button')}
          </MenuLink>
        ) : null}
      </Menu>
    </>
  )
}
