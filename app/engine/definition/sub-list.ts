/** A list below something else: its address names a record, or another list, and it has the rows of that one alone. */
import type { Resource } from './resource'

/** One of the addresses of a list. `:id` stands for a record, `:list` for the path of another list. */
export interface Place {
  path: string
  /** What is its own at this address; undefined: the other list has no such list below it. */
  at: (of: { id: string; list: Resource | undefined }) => Partial<Resource> | undefined
}

const patterns = new Map<string, RegExp>()

/** An address is the list's own or that of a page below it: `/columns`, `/export.csv`. */
function patternOf(path: string): RegExp {
  const known =
    patterns.get(path) ??
    new RegExp(
      `^${path.replace(':id', '(?<id>[0-9a-f]{24})').replace(':list', '(?<list>(?:[a-z-]+/)?[a-z-]+)')}(?=/(?:columns|filters|views|print|export\\.csv)$|/?$)`,
    )
  patterns.set(path, known)
  return known
}

/** The list as it stands at this address. */
export function placedAt(
  pathname: string,
  resource: Resource,
  places: readonly Place[],
  listAt: (path: string) => Resource | undefined,
): Resource | undefined {
  for (const place of places) {
    const found = patternOf(place.path).exec(pathname)
    if (!found) continue
    const { id = '', list } = found.groups ?? {}
    const own = place.at({ id, list: list === undefined ? undefined : listAt(`/${list}`) })
    // Below a record stands all of what is its own.
    if (own) return { ...resource, path: found[0], list: { ...resource.list, opens: undefined }, ...own }
  }
  return undefined
}
