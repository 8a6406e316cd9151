/**
 * An empty file that works: headers as people of a language call them, those of the tenant's own fields at the end, and
 * one row that shows how values are written.
 */
import { stringify } from 'csv-stringify/sync'
import { headerFor, type TemplateLanguage } from './aliases'
import { type ImportEntity } from './imports.contract'
import { importerOf } from './importers'

/** Where a comma separates decimals, spreadsheets want a semicolon between cells. */
export function template(
  entity: ImportEntity,
  language: TemplateLanguage,
  own: readonly string[] = [],
): string {
  const decimals = (text: string) => (language === 'en' ? text : text.replace(/^(\d+)\.(\d+)$/, '$1,$2'))
  // Whose it is, is known; only the system's own people need the column.
  const names = importerOf(entity)
    .kind.columns.map(column => column.name)
    .filter(name => name !== 'tenant')
  return stringify(
    [
      [...names.map(name => headerFor(entity, name, language)), ...own],
      [...names.map(name => decimals(importerOf(entity).example[name] ?? '')), ...own.map(() => '')],
    ],
    { bom: true, delimiter: language === 'en' ? ',' : ';', record_delimiter: 'windows' },
  )
}
