/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { Importer } from '../workflow/imports/importer'
import type { ImportEntity } from '../workflow/imports/imports.contract'

export const importers: Readonly<Record<ImportEntity, Importer>> = {  }
