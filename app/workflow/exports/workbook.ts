import { refuseParameters } from '../../engine/export/file-address.server'
import { sheetStream } from '../../engine/export/sheet-stream.server'
import { xlsxHeaders } from '../../engine/export/xlsx.server'
import { workbookFormat } from '../../i18n/file-format'
import { translator } from '../../i18n/i18n.server'
import { guarded } from '../../session/guard.server'
import { exportsContract } from './export'
import { storedExport } from './stored-export.server'

export const loader = guarded(exportsContract.permissions.read, async ctx => {
  refuseParameters(ctx)
  const stored = await storedExport(ctx)
  const { head, line, under } = stored.form(workbookFormat(stored.locale, stored.found.time_zone))
  const body = await sheetStream(
    stored.title,
    head,
    label => translator(stored.locale)('engine:file.offset_of', { label }),
    line,
    stored.pieces(),
    under,
  )
  return new Response(body, { headers: xlsxHeaders(stored.name) })
})
