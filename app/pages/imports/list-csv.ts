/** `/slots-import/export.csv`: what was imported before, as a file. */
import { plainCsv } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { importerAt, mayImport } from './importer'
import { importListing } from './import-listing'
import { askImports } from './importer.server'

export const loader = guarded(mayImport, asked =>
  plainCsv(asked, importListing, askImports, asked.t(`imports:titles.${importerAt(asked)}`)),
)
