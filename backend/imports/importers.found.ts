/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { importer as openings } from '../edits/openings.importer'
import { importer as locations } from '../locations/locations.importer'
import { importer as slots } from '../slots/slots.importer'
import { importer as smibs } from '../smibs/smibs.importer'
import type { Importer } from './importer'
import type { ImportEntity } from './imports.contract'

export const importers: Readonly<Record<ImportEntity, Importer>> = { openings, locations, slots, smibs }
