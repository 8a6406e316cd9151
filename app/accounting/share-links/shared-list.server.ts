/** Rows of a list as a share link shows them: on its page what stands in the files. */
import type { SharedList } from '../../../backend/accounting/share-links/share-links.contract'
import { csvHeaders, csvRows, exportName, inPieces } from '../../engine/export/csv.server'
import { fileOf, refuseUnused } from '../../engine/export/file-address.server'
import { sheetStream } from '../../engine/export/sheet-stream.server'
import { xlsxHeaders } from '../../engine/export/xlsx.server'
import { notFound } from '../../engine/data/resource-at.server'
import { exactOf, fileFormat, workbookFormat } from '../../i18n/file-format'
import { translator } from '../../i18n/i18n.server'
import { isLocale } from '../../i18n/locales'
import type { OpenContext } from '../../session/guard.server'
import { listOf, listTitle, localeOf } from '../../workflow/exports/export'
import { formOfRows, rowOf } from '../../workflow/exports/stored-export.server'
import { noticesOf } from '../fiscal-reports/fiscal.server'

export interface ListShown {
  title: string
  asOf: number
  zone: string
  head: string[]
  rows: string[][]
}

/** In the language that the address asks for, or in which the list was written. Throws 404 for a list that this console does not know. */
function writtenList({ url }: Pick<OpenContext, 'url'>, shared: SharedList) {
  const list = listOf(shared)
  if (!list) throw notFound()
  const requested = url.searchParams.get('lng')
  const locale = isLocale(requested) ? requested : localeOf(shared)
  const t = translator(locale)
  return { list, locale, t, title: listTitle(t, shared) }
}

export function shownList(context: Pick<OpenContext, 'url'>, shared: SharedList): ListShown {
  const { list, locale, title } = writtenList(context, shared)
  const { columns, time_zone: zone, as_of: asOf } = shared
  const { head, line } = formOfRows(list, shared, locale, fileFormat(locale, zone))
  return {
    title,
    asOf,
    zone,
    head,
    rows: shared.rows.map(values => line(rowOf(columns, values)).map(exactOf)),
  }
}

export async function fileOfList(
  context: OpenContext,
  shared: SharedList,
  type: 'xlsx' | 'csv',
  parameters: readonly string[],
): Promise<Response> {
  const { list, locale, t, title } = writtenList(context, shared)
  const { columns, time_zone: timeZone, as_of } = shared
  const name = exportName(title, as_of, timeZone)
  const pieces = inPieces(shared.rows.map(values => rowOf(columns, values)))
  if (type === 'csv') {
    const own = { ...context, locale, timeZone }
    const file = fileOf(own, noticesOf(own, ['format', ...parameters]))
    const form = formOfRows(list, shared, locale, file)
    return new Response(await csvRows(form, pieces, file), { headers: csvHeaders(name) })
  }
  refuseUnused(context, noticesOf(context, parameters))
  const { head, line } = formOfRows(list, shared, locale, workbookFormat(locale, timeZone))
  const offsetOf = (label: string) => t('engine:file.offset_of', { label })
  return new Response(await sheetStream(title, head, offsetOf, line, pieces), { headers: xlsxHeaders(name) })
}
