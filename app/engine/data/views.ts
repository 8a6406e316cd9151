/**
 * What a list page knows of its saved views. An address means the same to everyone: a view is a name for one, never a
 * part of it (ruling 2).
 */
import type { SavedView, ViewsOfPage } from '../../../backend/platform/contract/saved-views'
import { DEFAULT_ROWS, readListQuery, writeListQuery, WHOLE, type ListQuery } from '../address/list-query'
import type { Resource } from '../definition/resource'

interface ViewLink {
  id: string
  name: string
  href: string
  shared: boolean
  owner: string | null
  isDefault: boolean
}

/** Why the page does not show the view that its address names. */
type ViewNote =
  | { kind: 'gone' }
  | { kind: 'lost_default'; name: string }
  | { kind: 'outdated'; id: string; name: string; changeable: boolean }

export interface ListViews {
  links: ViewLink[]
  /** The one whose list this is. */
  current: string | null
  note: ViewNote | null
}

/** `trouble`: part of the address could not be used. */
export function listViews(
  resource: Resource,
  views: ViewsOfPage,
  {
    url,
    query,
    trouble,
    zone,
    isBare = url.search === '',
  }: {
    url: URL
    query: ListQuery
    trouble: boolean
    zone: string
    /** It shows what the bare address leads to. */
    isBare?: boolean
  },
): ListViews {
  const named = url.searchParams.get('view')
  const opened = views.views.find(view => view._id === named)
  const here = meaning(resource, query)
  return {
    links: views.views.map(view => ({
      id: view._id,
      name: view.name,
      href: hrefOfView(resource, view),
      shared: view.shared,
      owner: view.own ? null : view.owner.name,
      isDefault: view._id === views.default_view,
    })),
    current:
      (opened && !trouble
        ? opened
        : views.views.find(
            view =>
              meaning(
                resource,
                readListQuery(new URLSearchParams(view.search), resource.list, zone).query,
              ) === here,
          )
      )?._id ?? null,
    note: noteOf(views, { isBare, named, opened, trouble }),
  }
}

/** `path` may say more of itself: `/events/ID?type=slot`. */
export const hrefOfView = (
  { path }: Pick<Resource, 'path'>,
  { _id, search }: Pick<SavedView, '_id' | 'search'>,
) => `${path}${path.includes('?') ? '&' : '?'}${search === '' ? '' : `${search}&`}view=${_id}`

/** The list without page and page size: how much of it stands on one page is each reader's own. */
export const meaning = ({ list }: Resource, query: ListQuery) =>
  writeListQuery(
    { ...query, page: 1, rowsPerPage: DEFAULT_ROWS, ownRows: undefined, whole: undefined },
    list,
  ).toString()

function noteOf(
  { lost_default }: ViewsOfPage,
  {
    isBare,
    named,
    opened,
    trouble,
  }: { isBare: boolean; named: string | null; opened: SavedView | undefined; trouble: boolean },
): ViewNote | null {
  if (opened)
    return trouble
      ? { kind: 'outdated', id: opened._id, name: opened.name, changeable: opened.changeable }
      : null
  if (named !== null && named !== WHOLE) return { kind: 'gone' }
  return lost_default !== null && isBare ? { kind: 'lost_default', name: lost_default } : null
}
