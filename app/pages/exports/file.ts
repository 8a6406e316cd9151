import { exportChunk } from '../../../backend/exports/exports.contract'
import { csvHeaders, csvRows, exportName } from '../../engine/export/csv.server'
import type { Row } from '../../engine/define-resource'
import { readWholeFile } from '../../engine/export/file-address.server'
import { idOf, notFound } from '../../engine/resource-at.server'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { guarded } from '../../session/guard.server'
import { exportsContract, listOf, listTitle, localeOf } from './export'
import { waysOf } from './exportable.server'

/** The kept rows, written as the list itself is written, in the language and zone in which they were ordered. The backend asks for the list's permission at every piece. */
export const loader = guarded(exportsContract.permissions.read, async ctx => {
  const { api, params } = ctx
  const id = idOf(params)
  const found = await api(exportsContract).get(id)
  const list = listOf(found)
  if (!list) throw notFound()
  const { columns, time_zone: timeZone, as_of, created_at } = found
  const locale = localeOf(found)
  const t = translator(locale)
  const file = readWholeFile({ ...ctx, locale, timeZone })
  const piece = async (nr: number) => {
    const { rows } = await api.call('GET', `/api/dataexport/v1/export/${id}/chunk/${nr}`, {
      schema: exportChunk,
    })
    return rows.map((values): Row => ({
      _id: '',
      ...Object.fromEntries(columns.map((column, at) => [column, values[at]])),
    }))
  }
  async function* pieces() {
    // An unfinished or expired file is refused by its first piece, also when it would have none.
    for (let nr = 0; nr < Math.max(found.chunks, found.state === 'done' ? 0 : 1); nr++) yield await piece(nr)
  }
  const now = as_of ?? created_at
  const units =
    found.units === null
      ? {}
      : Object.fromEntries(columns.map(column => [column, found.units?.[column] ?? []]))
  const body = await csvRows(
    waysOf(list).csv(columns, { t, locale, timeZone, now, file, format: formatter(locale, timeZone) }, units),
    pieces(),
    file,
  )
  return new Response(body, { headers: csvHeaders(exportName(listTitle(t, found), now, timeZone)) })
})
