/**
 * The page's address with `/export.csv`: the same rows, all pages of them, by one request. More than one download takes
 * are written in the background.
 */
import { DIRECT_ROWS, type ListAnswer } from '../../../backend/platform/contract/list'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { attempt } from '../data/failure.server'
import { csvHeaders, FILE_TIME_MS, csvStream, exportName, inPieces, unitsOf } from '../export/csv.server'
import { fileOf, fileParameters } from '../export/file-address.server'
import { below } from '../export/file-links'
import { tooLong } from '../export/too-long.server'
import { columnsOf } from '../data/columns.server'
import { hrefOf } from '../address/list-query'
import { readsOf } from '../render/render-context'
import { fileColumns } from '../export/file-columns'
import { streamRequest } from './stream-rows.server'
import { placeOf, readStreamQuery, streamAt } from './stream.server'
import type { Row } from '../definition/row'

export const loader = guarded(
  ctx => streamAt(ctx).exportPermission,
  async ctx => {
    const { t, locale, timeZone, api } = ctx
    const resource = streamAt(ctx)
    const [place, chosen] = await Promise.all([placeOf(ctx), columnsOf(ctx, resource)])
    const { query, notices } = readStreamQuery(ctx, resource, place, { own: fileParameters })
    const file = fileOf(ctx, notices)
    const columns = fileColumns(resource, chosen)
    const { list } = api(resource.contract)
    const request = { ...streamRequest(resource, query, place), page: 0 }
    // Counted first: rows that no download takes are neither read nor sent.
    const counting = list({ ...request, rowsPerPage: 1, fields: [] })
    const { value, failure } = await attempt(counting)
    const isTooWide = failure?.fields.dateEnd?.some(({ code }) => code === 'period_too_long') ?? false
    if (failure && !isTooWide) return await counting
    const inBackground = () =>
      tooLong(ctx, {
        list: hrefOf(place.path, query, resource.list),
        order: hrefOf(below(place.path, '/export'), query, resource.list),
      })
    if (!value || isLong(value)) return inBackground()
    const answer = (await list(
      { ...request, rowsPerPage: DIRECT_ROWS, fields: readsOf(resource, columns) },
      { timeLimitMs: FILE_TIME_MS },
    )) as unknown as ListAnswer<Row>
    // More may have come meanwhile: never a part of them that looks like all.
    if (isLong(answer) || answer.total > answer.rows.length) return inBackground()
    const { rows } = answer
    const now = Date.now()
    const face = {
      t,
      locale,
      timeZone,
      now,
      file,
      entity: resource.name,
      format: formatter(locale, timeZone),
    }
    const body = await csvStream({
      resource,
      columns,
      face,
      units: unitsOf(resource, columns, rows),
      pieces: inPieces(rows),
    })
    const title = place.subject
      ? t(`${resource.name}:of`, { name: place.subject.name })
      : t(`${resource.name}:title`)
    return new Response(body, { headers: csvHeaders(exportName(title, now, timeZone)) })
  },
)

/** More than one download takes. */
const isLong = ({ total, capped }: Pick<ListAnswer<Row>, 'total' | 'capped'>): boolean =>
  capped === true || total > DIRECT_ROWS
