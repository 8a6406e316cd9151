/** A list in pages that is no resource, read for its page, and as a file (ruling 31): what the page shows, all pages of it. */
import { redirect } from '@remix-run/node'
import { DIRECT_ROWS, type ListAnswer } from '../../../backend/contract/list'
import { formatter } from '../../i18n/format'
import type { GuardedContext } from '../../session/guard.server'
import type { FileCell } from '../../i18n/file-format'
import { csvHeaders, csvLines, exportName } from '../export/csv.server'
import { readFileAddress } from '../export/file-address.server'
import { toRequest, withoutEmpty, type ListQuery } from './list-query'
import { readPage, type Page } from './paging.server'
import { chosenPeriod } from '../period/period-choice'
import { plainForm, type PlainListing } from './plain-columns'

/** How one of these lists is asked for: the same for a page of it and for its file. */
export type PlainAsk<Row> = (
  asked: GuardedContext,
  request: ReturnType<typeof toRequest>,
  query: ListQuery,
) => Promise<ListAnswer<Row>>

/** An address with what nobody chose leads to the one without it. */
export async function plainPage<Row>(
  asked: GuardedContext,
  { spec }: PlainListing<Row>,
  ask: PlainAsk<Row>,
): Promise<Page<ListAnswer<Row>>> {
  const tidy =
    (spec.period === undefined ? undefined : chosenPeriod(asked.url, asked.timeZone)) ??
    withoutEmpty(asked.url)
  if (tidy !== undefined) throw redirect(tidy)
  return readPage(asked, spec, (request, query) => ask(asked, request, query))
}

export async function plainCsv<Row extends { _id: string }>(
  asked: GuardedContext,
  listing: PlainListing<Row>,
  ask: PlainAsk<Row>,
  title: string,
): Promise<Response> {
  const { t, timeZone } = asked
  const { query, file } = readFileAddress(asked, listing.spec)
  const { head, line } = plainForm(listing, { t, file })
  const body = await csvLines(head, linesOf(asked, listing, query, ask, line), file)
  return new Response(body, { headers: csvHeaders(exportName(title, Date.now(), timeZone)) })
}

/**
 * Most are one piece. A new row on top of a longer one pushes others onto the next page: each is written once. One that slips away between two
 * pages, because what it is sorted by has changed, breaks the download: never a part that looks like all.
 */
async function* linesOf<Row extends { _id: string }>(
  asked: GuardedContext,
  { spec }: PlainListing<Row>,
  query: ListQuery,
  ask: PlainAsk<Row>,
  line: (row: Row) => FileCell[],
): AsyncGenerator<FileCell[][], void> {
  const written = new Set<string>()
  let atFirst: number | undefined
  for (let page = 1; ; page++) {
    const part = { ...query, page, rowsPerPage: DIRECT_ROWS }
    const { rows, total, capped } = await ask(
      asked,
      toRequest(part, spec, (_, text) => text, Date.now(), asked.timeZone),
      part,
    )
    // More than are counted are more than one file of such a list can hold: never a part that looks like all.
    if (capped) throw tooManyRows(asked)
    atFirst ??= total
    const fresh = rows.filter(({ _id }) => !written.has(_id))
    for (const { _id } of fresh) written.add(_id)
    yield fresh.map(line)
    if (rows.length > 0 && page * DIRECT_ROWS < total) continue
    // Within one page the total is counted beside the rows: a row that comes in between is no part that slipped away.
    if (page > 1 && written.size < atFirst) throw new Error('Rows changed places while the file was written')
    return
  }
}

const tooManyRows = ({ t, locale, timeZone }: GuardedContext) =>
  new Response(
    `${t('exports:order.too_many', { limit: formatter(locale, timeZone).number(DIRECT_ROWS) })}\n`,
    { status: 422, headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } },
  )
