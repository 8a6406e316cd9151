import { refuseParameters } from '../../engine/export/file-address.server'
import { sheetStream } from '../../engine/export/sheet-stream.server'
import { xlsxHeaders } from '../../engine/export/xlsx.server'
import { workbookFormat } from '../../i18n/file-format'
import { translator } from '../../i18n/i18n.server'
import { guarded } from '../../session/guard.server'
import { exportsContract } from './export'
import { keptFile } from './stored-export.server'

export const loader = guarded(exportsContract.permissions.read, async ctx => {
  refuseParameters(ctx)
  const kept = await keptFile(ctx)
  const { head, line } = kept.form(workbookFormat(kept.locale, kept.found.time_zone))
  const body = await sheetStream(
    kept.title,
    head,
    label => translator(kept.locale)('engine:file.offset_of', { label }),
    line,
    kept.pieces(),
  )
  return new Response(body, { headers: xlsxHeaders(kept.name) })
})
