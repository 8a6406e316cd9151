/**
 * What people call the columns, in English, Romanian and Portuguese. Compared folded: case, diacritics and punctuation
 * do not matter.
 */
import { headerKey } from '../../platform/contract/fold'
import type { ImportEntity } from './imports.contract'
import { looseAliases } from './importer'
import { importerOf } from './importers'

export type TemplateLanguage = 'en' | 'ro' | 'pt'

const named = new Map<ImportEntity, ReadonlyMap<string, string>>()

/** A column's canonical name by each of its words; put together when a file of the entity first comes. */
function namesIn(entity: ImportEntity): ReadonlyMap<string, string> {
  const made =
    named.get(entity) ??
    new Map(
      Object.entries(importerOf(entity).aliases).flatMap(([name, words]) =>
        words.map(word => [word, name] as const),
      ),
    )
  named.set(entity, made)
  return made
}

/** "Denomination (RON)": files of ours say in brackets what a column is counted in. */
const unit = /\s*\(([^()]*)\)\s*$/

/** The canonical name of a header, or null for one that nobody knows. */
export const columnNamed = (entity: ImportEntity, header: string): string | null =>
  namesIn(entity).get(headerKey(header)) ?? namesIn(entity).get(headerKey(header.replace(unit, ''))) ?? null

/** What a header may mean where no other column says it. */
export const columnLikely = (entity: ImportEntity, header: string): string | null => {
  const name = looseAliases[headerKey(header)]
  return name !== undefined && Object.hasOwn(importerOf(entity).columns, name) ? name : null
}

export const unitNamed = (header: string): string | undefined => unit.exec(header)?.[1]?.trim()

export const headerFor = (entity: ImportEntity, column: string, language: TemplateLanguage): string =>
  importerOf(entity).aliases[column]?.[(['en', 'ro', 'pt'] as const).indexOf(language)] ?? column
