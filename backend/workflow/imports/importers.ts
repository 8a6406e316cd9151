/**
 * Each entity's folder has its importer, and `backend/registrations.ts` registers them all, so that imports know no
 * entity.
 */
import type { Importer } from './importer'
import type { ImportEntity } from './imports.contract'

let known: Readonly<Partial<Record<ImportEntity, Importer>>> = {}

export type Importers = Readonly<Record<ImportEntity, Importer>>

export function registerImporters(importers: Importers): void {
  known = importers
}

/** Throws where `registerImporters` was not called. */
export function importerOf(entity: ImportEntity): Importer {
  const importer = known[entity]
  if (!importer) throw new Error(`no importer of ${entity} is registered`)
  return importer
}
