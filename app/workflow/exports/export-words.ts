/** An export in words and shapes, for every page that shows one. */
import type { DataExport, ExportState } from '../../../backend/workflow/exports/exports.contract'
import type { Translate } from '../../i18n/locales'
import type { Mark } from '../../ui/tone'
import { resourcePaths } from '../../addresses/names'

export const stateMarks: Record<ExportState, Mark> = {
  queued: 'muted',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'muted',
  expired: 'muted',
}
export const isOpen = ({ state }: Pick<DataExport, 'state'>) => state === 'queued' || state === 'running'

/** The file of a list that another release had, and this one does not, cannot be written. */
export const isKnownPage = (page: string) => page === 'events' || Object.hasOwn(resourcePaths, page)

/** What the exported list is called; of a page that this console does not know, its name. */
export const listTitle = (t: Translate, { page }: Pick<DataExport, 'page'>) =>
  isKnownPage(page) ? t(`${page}:title`) : page

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
