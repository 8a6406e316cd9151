/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { importer as openings } from '../accounting/corrections/openings.importer'
import { importer as locations } from '../estate/locations/locations.importer'
import { importer as slots } from '../estate/slots/slots.importer'
import { importer as smibs } from '../estate/smibs/smibs.importer'
import type { Importers } from '../workflow/imports/importers'

export const importers: Importers = { openings, locations, slots, smibs }
