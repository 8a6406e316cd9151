import { csvHeaders, csvRows } from '../../engine/export/csv.server'
import { readWholeFile } from '../../engine/export/file-address.server'
import { guarded } from '../../session/guard.server'
import { exportsContract } from './export'
import { keptFile } from './stored-export.server'

export const loader = guarded(exportsContract.permissions.read, async ctx => {
  const kept = await keptFile(ctx)
  const file = readWholeFile({ ...ctx, locale: kept.locale, timeZone: kept.found.time_zone })
  return new Response(await csvRows(kept.form(file), kept.pieces(), file), { headers: csvHeaders(kept.name) })
})
