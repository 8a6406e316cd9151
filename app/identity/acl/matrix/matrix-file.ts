/** The matrix as a file: every user that the filters find, a column for each permission. */
import { matrixRule, rightCells } from '../../../../backend/identity/acl/rights-matrix.contract'
import { permissionCatalogue } from '../../../../backend/platform/contract/permissions'
import { DIRECT_ROWS } from '../../../../backend/platform/contract/list'
import { csvHeaders, csvLines, exportName } from '../../../engine/export/csv.server'
import { readFileAddress } from '../../../engine/export/file-address.server'
import { tooLong } from '../../../engine/export/too-long.server'
import { hrefOf } from '../../../engine/address/list-query'
import type { FileCell } from '../../../i18n/file-format'
import { permissionWords } from '../../../i18n/permission-words'
import { resources } from '../../../engine/definition/registry'
import { guarded } from '../../../session/guard.server'
import { cellAt } from './cell'
import { piecesOf, readUsers, withRights, type MatrixUser } from './matrix.server'

export const loader = guarded(matrixRule, async ctx => {
  const { t, timeZone } = ctx
  const { list } = resources.users
  const { query, file } = readFileAddress(ctx, list)
  const inList = () => tooLong(ctx, { list: hrefOf('/acl/matrix', query, list), order: null })
  // Counted first: rows that no download takes are not read.
  if ((await readUsers(ctx, { ...query, page: 1, rowsPerPage: 1 })).total > DIRECT_ROWS) return inList()
  // All users by one request: page by page, those that come and go meanwhile would double or hide others.
  const { rows, total } = await readUsers(ctx, { ...query, page: 1, rowsPerPage: DIRECT_ROWS })
  if (total > rows.length) return inList()
  const isMachine = file.kind === 'machine'
  const line = (user: MatrixUser): FileCell[] => [
    user.username,
    user.name,
    user.tenant ?? (isMachine ? '' : t('users:matrix.of_system')),
    isMachine
      ? user.isActive
        ? 'active'
        : 'disabled'
      : t(user.isActive ? 'users:state.active' : 'users:state.disabled'),
    ...permissionCatalogue.map((_, index): FileCell => {
      const word = rightCells[cellAt(user.cells, index)]
      return isMachine ? word : t(`users:matrix.${word}`)
    }),
  ]
  async function* lines(): AsyncGenerator<FileCell[][], void> {
    for (const piece of piecesOf(rows)) yield (await withRights(ctx, piece)).users.map(line)
    if (rows.length === 0) yield []
  }
  const head = [
    ...['username', 'full_name', 'tenant', 'state'].map(name =>
      isMachine ? name : t(`users:fields.${name}`),
    ),
    ...permissionCatalogue.map(name => (isMachine ? name : permissionWords(name, t).whole)),
  ]
  return new Response(await csvLines(head, lines(), file), {
    headers: csvHeaders(exportName(t('users:matrix.title'), Date.now(), timeZone)),
  })
})
