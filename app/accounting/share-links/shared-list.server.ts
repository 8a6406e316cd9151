/**
 * Rows of a list as a share link shows them, in the reader's language: on its page as lists write them, in its files as
 * files do.
 */
import type { SharedList } from '../../../backend/accounting/share-links/share-links.contract'
import { csvHeaders, csvRows, exportName, inPieces } from '../../engine/export/csv.server'
import { fileOf, refuseUnused } from '../../engine/export/file-address.server'
import { sheetStream } from '../../engine/export/sheet-stream.server'
import { xlsxHeaders } from '../../engine/export/xlsx.server'
import { notFound } from '../../engine/data/resource-at.server'
import { exactOf, screenFormat, workbookFormat, type FileCell } from '../../i18n/file-format'
import type { OpenContext } from '../../session/guard.server'
import { listOf, listTitle } from '../../workflow/exports/export'
import { formOfRows, rowOf } from '../../workflow/exports/stored-export.server'
import { noticesOf } from '../fiscal-reports/fiscal.server'

export interface ListShown extends Pick<SharedList, 'page' | 'address' | 'time_zone' | 'as_of' | 'names'> {
  title: string
  head: { label: string; numeric: boolean }[]
  rows: string[][]
}

const isNumber = (cell: FileCell | undefined) => typeof cell === 'object' && typeof cell.typed === 'number'
const isEmpty = (cell: FileCell | undefined) => cell === undefined || exactOf(cell) === ''

/** A column of numbers has nothing else in it. */
const isNumeric = (rows: readonly FileCell[][], at: number) =>
  rows.some(cells => isNumber(cells[at])) && rows.every(cells => isNumber(cells[at]) || isEmpty(cells[at]))

/** Throws 404 for a list that this console does not know. */
function demandList(shared: SharedList) {
  const list = listOf(shared)
  if (!list) throw notFound()
  return list
}

export function shownList({ locale, t }: Pick<OpenContext, 'locale' | 't'>, shared: SharedList): ListShown {
  const { page, address, columns, time_zone, as_of, names } = shared
  const { head, line } = formOfRows(demandList(shared), shared, locale, screenFormat(locale, time_zone))
  const cells = shared.rows.map(values => line(rowOf(columns, values)))
  return {
    ...{ page, address, time_zone, as_of, names },
    title: listTitle(t, shared),
    head: head.map((label, at) => ({ label, numeric: isNumeric(cells, at) })),
    rows: cells.map(row => row.map(cell => exactOf(cell) || '–')),
  }
}

export async function fileOfList(
  context: OpenContext,
  shared: SharedList,
  type: 'xlsx' | 'csv',
  parameters: readonly string[],
): Promise<Response> {
  const list = demandList(shared)
  const { locale, t } = context
  const { columns, time_zone: timeZone, as_of } = shared
  const title = listTitle(t, shared)
  const name = exportName(title, as_of, timeZone)
  const pieces = inPieces(shared.rows.map(values => rowOf(columns, values)))
  if (type === 'csv') {
    const file = fileOf({ ...context, timeZone }, noticesOf(context, ['format', ...parameters]))
    const form = formOfRows(list, shared, locale, file)
    return new Response(await csvRows(form, pieces, file), { headers: csvHeaders(name) })
  }
  refuseUnused(context, noticesOf(context, parameters))
  const { head, line } = formOfRows(list, shared, locale, workbookFormat(locale, timeZone))
  const offsetOf = (label: string) => t('engine:file.offset_of', { label })
  return new Response(await sheetStream(title, head, offsetOf, line, pieces), { headers: xlsxHeaders(name) })
}
