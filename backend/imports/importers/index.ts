/** The registry: what can be imported. */
import type { ImportEntity } from '../imports.contract'
import type { Importer } from './importer'
import { locations } from './locations'
import { slots } from './slots'
import { smibs } from './smibs'

export const importers: Readonly<Record<ImportEntity, Importer>> = { locations, slots, smibs }
