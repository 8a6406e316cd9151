/** Who may do what: users by permissions, on screen, on paper and as a file. */
import { matrixRule } from '../../../../backend/identity/acl/rights-matrix.contract'
import { useShell, useLoaded } from '../../../console/shell-context'
import { FileLinks, fileHref } from '../../../engine/export/file-links'
import { FailureNote } from '../../../engine/components/failure-note'
import { Chips, FilterBar } from '../../../engine/components/filter-bar'
import { Notices, PrintHeader } from '../../../engine/components/list-notes'
import { hrefOf } from '../../../engine/address/list-query'
import { Pager } from '../../../engine/components/pager'
import { choosePageSize, listHeaders, pageOrFailure } from '../../../engine/data/paging.server'
import { resources } from '../../../engine/definition/registry'
import { guarded } from '../../../session/guard.server'
import { EmptyState, PageHeader } from '../../../ui/page'
import { MatrixKey, MatrixTable } from './matrix-table'
import { loadMatrix } from './matrix.server'
import { sectionsOf, sheetsOf } from './sections'

const PATH = '/acl/matrix'

export const loader = guarded(matrixRule, async ctx => pageOrFailure(await loadMatrix(ctx)))
export const action = guarded(matrixRule, ctx =>
  Promise.resolve(choosePageSize(ctx, resources.users.list, PATH)),
)
export const headers = listHeaders

export default function RightsMatrixPage() {
  const shown = useLoaded<typeof loader>()
  const { t, format } = useShell()
  const resource = resources.users
  const { title, query, options, users, total, failure, notices } = shown
  return (
    <>
      <PageHeader
        title={title}
        total={failure ? undefined : format.number(total)}
        chips={<Chips resource={resource} path={PATH} query={query} options={options} />}
        commands={<FileLinks href={fileHref(PATH, query, resource.list)} label={t('engine:list.export')} />}
      />
      <PrintHeader resource={resource} data={shown} />
      <Notices notices={notices} />
      <FilterBar resource={resource} path={PATH} query={query} options={options} range={null} />
      {failure ? <FailureNote failure={failure} /> : null}
      {!failure && users.length === 0 ? (
        <EmptyState title={t('users:matrix.none')}>{t('users:matrix.none_what')}</EmptyState>
      ) : null}
      {users.length > 0 ? (
        <>
          <MatrixKey />
          {sheetsOf(sectionsOf(shown.permissions)).map(sheet => (
            <MatrixTable key={sheet[0]?.entity} sheet={sheet} users={users} />
          ))}
          <Pager
            page={query.page}
            rowsPerPage={query.rowsPerPage}
            total={total}
            shown={users.length}
            href={page => hrefOf(PATH, query, resource.list, { page })}
            sizeAction={hrefOf(PATH, query, resource.list)}
          />
        </>
      ) : null}
    </>
  )
}
