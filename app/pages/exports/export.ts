/** An export in words and shapes, for every page that shows one. */
import { exportsContract, type DataExport, type ExportState } from '../../../backend/exports/exports.contract'
import type { Resource } from '../../engine/define-resource'
import { readListQuery, type ListQuery } from '../../engine/list/list-query'
import { isLocale, locales, localeNames, type Locale, type Translate } from '../../i18n/locales'
import { resources } from '../../resources/index'
import type { Mark } from '../../ui/tone'
import { exportableOf, type Exportable } from './exportable'

export const EXPORTS = '/data-exports'
export const stateMarks: Record<ExportState, Mark> = {
  queued: 'muted',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'muted',
  expired: 'muted',
}
export const isOpen = ({ state }: Pick<DataExport, 'state'>) => state === 'queued' || state === 'running'

/** The list that it was made of; one that this console does not know has no page. */
export function listOf({ page }: Pick<DataExport, 'page'>): Exportable | undefined {
  const resource = (resources as Readonly<Record<string, Resource | undefined>>)[page]
  return resource && exportableOf(resource)
}

export const listTitle = (t: Translate, found: Pick<DataExport, 'page'>) =>
  listOf(found)?.title(t) ?? found.page

export const localeOf = ({ language }: Pick<DataExport, 'language'>): Locale =>
  isLocale(language) ? language : locales[0]
export const languageName = (found: Pick<DataExport, 'language'>) => localeNames[localeOf(found)]

/** The filters as the list's address said them. */
export const queryOf = (
  list: Exportable,
  { address, time_zone: timeZone }: Pick<DataExport, 'address' | 'time_zone'>,
): ListQuery => readListQuery(new URLSearchParams(address), list.spec, timeZone).query

/** "1.2 MB": decimal, as downloads are shown. */
export function sizeOf(bytes: number, number: (value: number) => string): string {
  const [unit, size] =
    bytes >= 1_000_000
      ? (['MB', 1_000_000] as const)
      : bytes >= 1_000
        ? (['kB', 1_000] as const)
        : (['B', 1] as const)
  return `${number(Math.round((bytes / size) * 10) / 10)} ${unit}`
}

export { exportsContract, type DataExport }
