import { csvHeaders } from '../../engine/export/csv.server'
import { guarded } from '../../session/guard.server'
import { importerAt, mayImport } from './importer'
import { templateOf } from './importer.server'

const BOM = '\uFEFF'

/** The backend writes it, in the reader's language and with its separator; a byte order mark is lost whenever bytes become text. */
export const loader = guarded(mayImport, async asked => {
  const entity = importerAt(asked)
  const text = await templateOf(asked, entity, asked.locale)
  return new Response(BOM + text.replace(BOM, ''), { headers: csvHeaders(`${entity}.csv`) })
})
