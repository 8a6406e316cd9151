import { csvHeaders } from '../../engine/export/csv.server'
import { refuseParameters } from '../../engine/export/file-address.server'
import { guarded } from '../../session/guard.server'
import { importerAt, mayImport } from './importer'
import { templateOf } from './importer.server'

const BOM = '\uFEFF'

/**
 * The backend writes it, in the reader's language and with its separator; a byte order mark is lost whenever bytes
 * become text.
 */
export const loader = guarded(mayImport, async ctx => {
  refuseParameters(ctx)
  const entity = importerAt(ctx)
  const text = await templateOf(ctx, entity, ctx.locale)
  return new Response(BOM + text.replace(BOM, ''), { headers: csvHeaders(`${entity}.csv`) })
})
