/** The tabs of a record's page, as a pure function of the address: they stay while one of its pages is open. */
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import { resourceAtPath } from './registry'
import type { Resource } from './resource'
import type { DetailLink, TabName } from './side-panel'

/** Its pages lead to each other: none of them needs a way back to the record. */
export const hasPages = ({ detail }: Pick<Resource, 'detail'>): boolean =>
  Object.keys(detail.pages).length > 0

interface RecordPage {
  href: string
  label: string
  isCurrent: boolean
}

export interface RecordTab {
  name: TabName | 'overview'
  href: string
  isCurrent: boolean
  /** More than one: they stand in a second row while their tab is open. */
  pages: RecordPage[]
}

/** Null: the address is no page of a record with tabs, or the reader may open no other page of it. */
export function tabsAt(
  url: URL,
  resources: Iterable<Resource>,
  can: (rule: PermissionRule) => boolean,
): RecordTab[] | null {
  for (const { path, contract, detail } of resources) {
    if (!hasPages({ detail })) continue
    const tabs = Object.entries(detail.pages) as [TabName, readonly DetailLink[]][]
    const overview: DetailLink = {
      href: `${path}/:id`,
      label: 'engine:detail.overview',
      rule: contract.permissions.read,
    }
    const known = [['overview', [overview]] as const, ...tabs]
    const open = openAt(
      url,
      known.flatMap(([, pages]) => pages),
    )
    if (!open) continue
    const shown = known.flatMap(([name, pages]): RecordTab[] => {
      const links = pages
        .filter(({ rule }) => can(rule))
        .map(page => ({
          href: page.href.replace(':id', open.id),
          label: page.label,
          isCurrent: page === open.page,
        }))
      const [first] = links
      return first
        ? [{ name, href: first.href, isCurrent: links.some(({ isCurrent }) => isCurrent), pages: links }]
        : []
    })
    return shown.length > 1 ? shown : null
  }
  return null
}

/** Whose page of these the address is. Two may fit, `/slots/<id>` and its `?tab=timeline`: the one that says more. */
function openAt(url: URL, pages: readonly DetailLink[]): { page: DetailLink; id: string } | undefined {
  let found: { page: DetailLink; id: string } | undefined
  for (const page of pages) {
    const id = idAt(url, page.href)
    if (id !== undefined && page.href.length > (found?.page.href.length ?? 0)) found = { page, id }
  }
  return found
}

/** What stands for `:id` where the address is that of the link; an address may narrow its list further. */
function idAt(url: URL, href: string): string | undefined {
  const [path = '', search = ''] = href.split('?')
  const wanted = path.split('/')
  const given = url.pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const fits: [wanted: string, given: string][] = wanted.map((part, index) => [part, given[index] ?? ''])
  const requested = new URLSearchParams(search)
  for (const [name, value] of requested) {
    if (name !== 'type') fits.push([value, url.searchParams.getAll(name).join(' ')])
  }
  const stream = wanted.at(-1) === ':id' ? resourceAtPath(path)?.stream : undefined
  if (stream) fits.push([typeIn(requested, stream), typeIn(url.searchParams, stream)])
  const id = fits.find(([part]) => part === ':id')?.[1] ?? ''
  const isFit = fits.every(([part, value]) => value === (part === ':id' ? id : part))
  return /^[0-9a-f]{24}$/.test(id) && isFit ? id : undefined
}

/** Whose rows an address of a stream means: a type that it does not have is none. */
export const typeIn = (
  search: URLSearchParams,
  { subjects, subject }: NonNullable<Resource['stream']>,
): (typeof subjects)[number] => subjects.find(one => one === search.get('type')) ?? subject
