/** An export in words and shapes, for every page that shows one. */
import { exportsContract, type DataExport, type ExportState } from '../../../backend/exports/exports.contract'
import type { Resource } from '../../engine/define-resource'
import { fieldLabel } from '../../engine/labels'
import { readListQuery, type ListQuery } from '../../engine/list-query'
import { isLocale, locales, localeNames, type Locale, type Translate } from '../../i18n/locales'
import { resources } from '../../resources/index'
import type { Mark } from '../../ui/tone'

export const EXPORTS = '/data-exports'
export const stateMarks: Record<ExportState, Mark> = { queued: 'muted', running: 'info', done: 'good', failed: 'bad', cancelled: 'muted', expired: 'muted' }
export const isOpen = ({ state }: Pick<DataExport, 'state'>) => state === 'queued' || state === 'running'

/** The list that it was made of; one that this console does not know has no page. */
export const resourceOf = ({ page }: Pick<DataExport, 'page'>): Resource | undefined => (resources as Readonly<Record<string, Resource | undefined>>)[page]

export const listTitle = (t: Translate, found: Pick<DataExport, 'page'>) => (resourceOf(found) ? t(`${found.page}:title`) : found.page)

export const localeOf = ({ language }: Pick<DataExport, 'language'>): Locale => (isLocale(language) ? language : locales[0])
export const languageName = (found: Pick<DataExport, 'language'>) => localeNames[localeOf(found)]

export const columnLabels = (t: Translate, resource: Resource, columns: readonly string[]) => columns.map(column => fieldLabel(t, resource.name, column))

/** The filters as the list's address said them. */
export const queryOf = (resource: Resource, address: string, timeZone: string): ListQuery => readListQuery(new URLSearchParams(address), resource.list, timeZone).query

/** "1.2 MB": decimal, as downloads are shown. */
export function sizeOf(bytes: number, number: (value: number) => string): string {
  const [unit, size] = bytes >= 1_000_000 ? ['MB', 1_000_000] as const : bytes >= 1_000 ? ['kB', 1_000] as const : ['B', 1] as const
  return `${number(Math.round(bytes / size * 10) / 10)} ${unit}`
}

export { exportsContract, type DataExport }
