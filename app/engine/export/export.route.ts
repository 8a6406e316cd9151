import { DIRECT_ROWS, type ListAnswer } from '../../../backend/platform/contract/list'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { columnsOf } from '../data/columns.server'
import { csvHeaders, FILE_TIME_MS, csvStream, exportName, inPieces, unitsOf } from './csv.server'
import { fileColumns } from './file-columns'
import { readFileAddress } from './file-address.server'
import { requestFor, wireFields } from '../data/list.server'
import { hrefOf } from '../address/list-query'
import { ownResource } from '../data/custom-fields.server'
import { resourceAt } from '../data/resource-at.server'
import { aboutList } from '../data/sub-list.server'
import { tooLong } from './too-long.server'
import type { Row } from '../definition/row'

/**
 * The list's address with `/export.csv`: the same filters, order and columns. A longer list is written in the
 * background.
 */
export const loader = guarded(
  args => resourceAt(args).exportPermission,
  async ctx => {
    const { t, locale, timeZone, api } = ctx
    const resource = await ownResource(ctx, resourceAt(ctx), { demanded: true })
    const now = Date.now()
    const { query, file } = readFileAddress(ctx, resource.list)
    const { list } = api(resource.contract)
    const { title } = await aboutList(ctx, resource)
    const request = requestFor(resource, query, timeZone)
    const inBackground = () =>
      tooLong(ctx, {
        list: hrefOf(resource.path, query, resource.list),
        order: resource.list.direct ? null : hrefOf(`${resource.path}/export`, query, resource.list),
      })
    const { steady, inFile } = resource.list
    if (!steady && (await list({ ...request, page: 0, rowsPerPage: 1, fields: [] })).total > DIRECT_ROWS)
      return inBackground()
    const columns = fileColumns(resource, [...(await columnsOf(ctx, resource)), ...inFile])
    const pageOf = async (page: number) =>
      (await list(
        { ...request, page, rowsPerPage: DIRECT_ROWS, fields: wireFields(resource, columns) },
        { timeLimitMs: FILE_TIME_MS },
      )) as ListAnswer<Row>
    // All of it by one request: page by page, rows that come and go meanwhile would double or hide others.
    const { rows, total } = await pageOf(0)
    if (!steady && total > rows.length) return inBackground()
    const face = {
      t,
      locale,
      timeZone,
      now,
      entity: resource.name,
      format: formatter(locale, timeZone),
      file,
    }
    const body = await csvStream({
      resource,
      columns,
      face,
      units: unitsOf(resource, columns, rows),
      pieces: allOf(rows, total, pageOf),
    })
    return new Response(body, { headers: csvHeaders(exportName(title, now, timeZone)) })
  },
)

/** The rows that were read, and those of a longer list whose rows stay where they are. */
async function* allOf(
  first: readonly Row[],
  total: number,
  pageOf: (page: number) => Promise<ListAnswer<Row>>,
): AsyncGenerator<readonly Row[], void> {
  yield* inPieces(first)
  for (let page = 1; page * DIRECT_ROWS < total; page++) yield* inPieces((await pageOf(page)).rows)
}
