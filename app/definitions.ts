/**
 * Fills the engine's registry: no other file but the URL map knows every feature. Whoever starts the console
 * imports it first.
 */
import { found } from './definitions.found'
import { registerDefinitions } from './engine/definition/registry'
import { commandPlaces } from './estate/control/commands.resource'
import { bulkItemPlaces } from './operations/bulk/bulk-items.resource'
import { changeRowPlaces } from './operations/bulk/change-rows.resource'
import { changePlaces } from './operations/bulk/changes.resource'
import { withOverview } from './operations/overview/panels'
import { reports } from './reports.found'
import { importRowPlaces } from './workflow/imports/import-rows.resource'
import { importPlaces } from './workflow/imports/imports.resource'

registerDefinitions({
  // A name without a definition does not compile.
  resources: withOverview(found),
  subLists: {
    commands: commandPlaces,
    changes: changePlaces,
    'change-rows': changeRowPlaces,
    imports: importPlaces,
    'import-rows': importRowPlaces,
    'bulk-items': bulkItemPlaces,
  },
  reports,
})

export { resources } from './engine/definition/registry'
