/** An export in words and shapes, for every page that shows one. */
import { exportsContract, type DataExport } from '../../../backend/workflow/exports/exports.contract'
import { readListQuery, type ListQuery } from '../../engine/address/list-query'
import { isLocale, locales, localeNames, type Locale } from '../../i18n/locales'
import { withCustomFields } from '../../engine/definition/with-custom-fields'
import { resources } from '../../engine/definition/registry'
import { exportableOf } from './exportable'
import type { Exportable } from './exportable-list'
import type { Resource } from '../../engine/definition/resource'

export const EXPORTS = '/data-exports'

/** The list that it was made of; one that this console does not know has no page. */
export function listOf(
  { page }: Pick<DataExport, 'page'>,
  custom?: Resource['custom'],
): Exportable | undefined {
  const resource = (resources as Readonly<Record<string, Resource | undefined>>)[page]
  return resource && exportableOf(withCustomFields(resource, custom))
}

export const localeOf = ({ language }: Pick<DataExport, 'language'>): Locale =>
  isLocale(language) ? language : locales[0]
export const languageName = (found: Pick<DataExport, 'language'>) => localeNames[localeOf(found)]

/** The filters as the list's address said them. */
export const queryOf = (
  list: Exportable,
  { address, time_zone: timeZone }: Pick<DataExport, 'address' | 'time_zone'>,
): ListQuery => readListQuery(new URLSearchParams(address), list.spec, timeZone).query

export { isOpen, listTitle, sizeOf, stateMarks } from './export-words'
export { exportsContract, type DataExport }
