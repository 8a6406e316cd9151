import { csvHeaders, csvRows } from '../../engine/export/csv.server'
import { readWholeFile } from '../../engine/export/file-address.server'
import { guarded } from '../../session/guard.server'
import { exportsContract } from './export'
import { storedExport } from './stored-export.server'

export const loader = guarded(exportsContract.permissions.read, async ctx => {
  const stored = await storedExport(ctx)
  const file = readWholeFile({ ...ctx, locale: stored.locale, timeZone: stored.found.time_zone })
  return new Response(await csvRows(stored.form(file), stored.pieces(), file), {
    headers: csvHeaders(stored.name),
  })
})
