/** Which columns a person sees, in which order. */
import type { Resource } from './resource'

/** All that can be shown: the list's own first, then those it offers, then the rest of the detail page. */
export function offeredColumns({ list, detail, fields }: Resource): string[] {
  return [...new Set([...list.columns, ...list.more, ...Object.values(detail.sections).flat()])].filter(
    column => fields[column],
  )
}

/**
 * The saved choice; columns that no longer exist are dropped, and without any left the list's own are shown. The title
 * is always there.
 */
export function chosenColumns(resource: Resource, saved: readonly string[] | undefined): string[] {
  const offered = offeredColumns(resource)
  const chosen = [...new Set(saved ?? [])].filter(column => offered.includes(column))
  if (chosen.length === 0) return [...resource.list.columns]
  return chosen.includes(resource.title) ? chosen : [resource.title, ...chosen]
}
