/** A section's entries in the second row, and those under “More”. */
import type { Entry, Section } from './menu-entry'

/** Fewer stand in a row in any window. */
const FEW = 7
/** So many letters fit in a row at 1280 px, with what lies around each entry and the button counted as letters. */
const ROW = 136
const AROUND = { entry: 1.5, more: 6 }

interface Row {
  row: Entry[]
  more: Entry[]
  /** The page one is on, where it is in “More”: that is named by it. */
  here: Entry | undefined
}

/** What stands in the row, as far as it fits in the reader's language, and what opens from “More”. */
export function rowOf(
  { entries }: Section,
  path: string | null,
  words: { nameOf(entry: Entry): string; more: string },
): Row {
  const isFew = entries.length <= FEW
  const row = entries.filter(one => isFew || !one.rest)
  const more = entries.filter(one => !row.includes(one))
  const here = more.find(one => one.path === path)
  const button = here ? words.nameOf(here) : words.more
  const lengthOf = () =>
    row.reduce((sum, one) => sum + words.nameOf(one).length + AROUND.entry, 0) +
    (more.length > 0 ? button.length + AROUND.more : 0)
  while (lengthOf() > ROW) {
    // The page one is on stays in the row if it is of it.
    const last = row.findLastIndex(one => one.path !== path)
    if (last < 1) break
    more.unshift(...row.splice(last, 1))
  }
  return { row, more, here }
}
