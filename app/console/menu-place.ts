/** Where a page stands in the menu. */
import { sections } from './menu'

export interface Place {
  section: string | null
  /** Path of the entry under which the page stands. */
  entry: string | null
}

const starts = sections.flatMap(section =>
  section.entries.flatMap(entry =>
    [entry.path, ...(entry.also ?? [])].map(start => ({
      start,
      below: `${start}/`,
      place: { section: section.key, entry: entry.path },
    })),
  ),
)

/** Where a path stands in the menu. A trailing 24-character id is dropped before matching. */
export function placeOf(pathname: string): Place {
  const path = pathname.replace(/\/+$/, '').replace(/\/[0-9a-f]{24}$/, '')
  const found = starts.find(({ start, below }) => path === start || path.startsWith(below))
  if (found) return found.place
  const first = path.split('/')[1] ?? ''
  return { section: sections.find(({ also }) => also?.includes(first))?.key ?? null, entry: null }
}
