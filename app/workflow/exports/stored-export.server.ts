/**
 * The stored rows of a finished export, for every file format. The backend checks the list's permission at every
 * piece.
 */
import { exportChunk } from '../../../backend/workflow/exports/exports.contract'
import { exportName, type CsvForm } from '../../engine/export/csv.server'
import { readAhead } from '../../engine/export/read-ahead'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { formatter } from '../../i18n/format'
import type { FileFormat } from '../../i18n/file-format'
import { translator } from '../../i18n/i18n.server'
import type { Locale } from '../../i18n/locales'
import type { GuardedContext } from '../../session/guard.server'
import { exportsContract, listOf, listTitle, localeOf, type DataExport } from './export'
import { waysOf, withOwnFields } from './exportable.server'
import type { Exportable } from './exportable-list'
import type { Row } from '../../engine/definition/row'

export interface StoredExport {
  found: DataExport
  list: Exportable
  title: string
  /** With `.csv` at its end. */
  name: string
  locale: ReturnType<typeof localeOf>
  pieces(): AsyncGenerator<readonly Row[], void>
  /** Its columns as the list itself is written, in the language and zone in which they were ordered. */
  form(file: FileFormat): CsvForm
}

/** Throws 404 for an export that is not there, or of a list that this console does not know. */
export async function storedExport(
  ctx: Pick<GuardedContext, 'api' | 'params' | 'user'>,
): Promise<StoredExport> {
  const { api, params } = ctx
  const id = idOf(params)
  const found = await api(exportsContract).get(id)
  const plain = listOf(found)
  if (!plain) throw notFound()
  const list = await withOwnFields(ctx, plain, { demanded: true })
  const { columns, time_zone: timeZone, created_at } = found
  const locale = localeOf(found)
  const t = translator(locale)
  const now = found.as_of ?? created_at
  const title = listTitle(t, found)
  const piece = async (nr: number) => {
    const { rows } = await api.call('GET', `/api/dataexport/v1/export/${id}/chunk/${nr}`, {
      schema: exportChunk,
    })
    return rows.map(values => rowOf(columns, values))
  }
  return {
    found,
    list,
    title,
    name: exportName(title, now, timeZone),
    locale,
    // An unfinished or expired file is refused by its first piece, also when it would have none.
    pieces: () => readAhead(Math.max(found.chunks, found.state === 'done' ? 0 : 1), piece),
    form: file => formOfRows(list, { ...found, as_of: now }, locale, file),
  }
}

/** How stored rows are written: as the list itself was when they were read. */
export function formOfRows(
  list: Exportable,
  stored: Pick<DataExport, 'columns' | 'shown' | 'units' | 'time_zone'> & { as_of: number },
  locale: Locale,
  file: FileFormat,
): CsvForm {
  const { columns, time_zone: timeZone, as_of: now } = stored
  const units =
    stored.units === null
      ? {}
      : Object.fromEntries(columns.map(column => [column, stored.units?.[column] ?? []]))
  const t = translator(locale)
  return waysOf(list).csv(
    stored,
    { t, locale, timeZone, now, file, format: formatter(locale, timeZone) },
    units,
  )
}

export function rowOf(columns: readonly string[], values: readonly unknown[]): Row {
  const row: Row = { _id: '' }
  for (let at = 0; at < columns.length; at++) row[columns[at] ?? ''] = values[at]
  return row
}
