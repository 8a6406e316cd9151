/** Breadcrumbs by the specification's rules (section 2), as a pure function of the address. */
import type { Translate } from '../i18n/locales'

export interface Crumb {
  label: string
  /** Absent on the last one and where no page answers. */
  href?: string
}

export interface CrumbRequest {
  pathname: string
  /** With its "?", or empty. */
  search: string
  /** The page's own title: it stands in place of the path's last segment. */
  title?: string
  /** What ids in the middle of the path are called: `{ [id]: 'EGT-00412' }`. */
  names?: Readonly<Record<string, string>>
  /** The tenant, location or slot that a list is narrowed to (ruling 35). */
  narrowedTo?: string
  t: Translate
  /** Whether a page answers this path: a crumb never leads nowhere. */
  answers: (path: string) => boolean
}

const overrides = new Map(
  Object.entries({
    'Slot Games': 'Game Stats',
    Acl: 'Access Control List',
    Smibs: 'SMIBs',
    Smib: 'SMIB',
    Rules: 'ACL Rules',
    'Api Tokens': 'API Tokens',
  }),
)

/** "slot-games" → "Game Stats". The rule for segments that the language files do not name. */
export function titleCase(segment: string): string {
  const words = segment
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  return overrides.get(words) ?? words
}

const isId = (segment: string) => /^\d+$/.test(segment) || /^.{24}$/.test(segment)

function labelOf(segment: string, isLast: boolean, t: Translate): string {
  if (/^\d+$/.test(segment) || (isLast && isId(segment)) || /^[0-9a-f]{24}$/.test(segment)) return segment
  // A segment may be called `constructor`, which the texts' own object has too.
  const label: unknown = t(`console:crumbs.${segment}`, { defaultValue: titleCase(segment) })
  return typeof label === 'string' ? label : titleCase(segment)
}

/** Pages whose address ends in a type and wants an id after it. */
const withPlaceholder = new Set([
  'timelog',
  'raw-aggregations',
  'computed-aggregations',
  'checkpoints',
  'remote-cashout',
])

/** Pages of a list itself: no id follows them. */
const listPages = new Set(['columns', 'views', 'print', 'period', 'filters', 'export'])

/** What only separates commands from ids in an address, and names no page: `/slots/do/lock`. */
const separators = new Set(['do'])

/** Reports whose addresses name one of them where its list names many. */
const singular = new Map([
  ['daily-report', 'daily-reports'],
  ['monthly-report', 'monthly-reports'],
])

/** Lists whose specified addresses say a type before the id: `/advanced/timelog/slot/<id>`. */
const typed = /^\/(?:advanced\/(?:timelog|checkpoints|(?:raw|computed)-aggregations)|jackpot-history)(?=\/|$)/
const types = new Set(['tenant', 'location', 'slot', 'smib', 'jackpot', 'level'])

/** Whether an address says such a type, and nothing after it but an id: it leads to the list. */
export const isTypedAddress = (path: string): boolean => {
  const [type = '', id, ...more] = path.replace(typed, '').split('/').slice(1)
  return typed.test(path) && types.has(type) && (id === undefined || isId(id)) && more.length === 0
}

/** The filter `type` of such a list. */
const typeOf = (pathname: string, search: string): string | undefined => {
  const type = typed.test(pathname) ? new URLSearchParams(search).get('type') : null
  return type !== null && types.has(type) ? type : undefined
}

/**
 * `/reports/payment-transaction?id=X` is `/reports/payment-transactions/X`, and `/advanced/timelog?type=slot` is
 * `/advanced/timelog/slot`.
 */
function segmentsOf(pathname: string, search: string): string[] {
  const type = typeOf(pathname, search)
  const segments = (type ? pathname.replace(typed, list => `${list}/${type}`) : pathname)
    .split('/')
    .filter(Boolean)
    .map(segment => singular.get(segment) ?? decoded(segment))
  const at = segments.indexOf('payment-transaction')
  if (at < 0) return segments
  const id = new URLSearchParams(search).get('id')
  return [...segments.slice(0, at), 'payment-transactions', ...(id ? [id] : []), ...segments.slice(at + 1)]
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export function breadcrumbs({
  pathname,
  search,
  title,
  names,
  narrowedTo,
  t,
  answers,
}: CrumbRequest): Crumb[] {
  const segments = segmentsOf(pathname, search)
  if (segments.length === 0 || segments[0] === 'dashboard') return []
  const type = typeOf(pathname, search)
  const home = { label: t('console:crumbs.home'), href: answers('/dashboard') ? '/dashboard' : '/access' }
  const path: Crumb[] = []
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1
    if (separators.has(segment) && !isLast) continue
    const href = `/${segments
      .slice(0, index + 1)
      .map(encodeURIComponent)
      .join('/')}`
    // A page titled like the one above it (its print view) is distinguished by its address, a list by its type.
    const ownTitle = isLast && segment !== type && title !== path.at(-1)?.label ? title : undefined
    path.push({
      label:
        ownTitle ||
        (names && Object.hasOwn(names, segment) ? names[segment] : undefined) ||
        labelOf(segment, isLast, t),
      href: answers(href) ? href + whoseOf(segments, segment, search) : undefined,
    })
  }
  return endHere([home, ...path, ...added(segments, narrowedTo, t)])
}

/** Whose events an id means is said by `type` alone. */
function whoseOf([first]: string[], segment: string, search: string): string {
  const type = first === 'events' && isId(segment) ? new URLSearchParams(search).get('type') : null
  return type ? `?${new URLSearchParams({ type }).toString()}` : ''
}

/** A search narrows a list to nobody: it adds none. */
function added(segments: string[], narrowedTo: string | undefined, t: Translate): Crumb[] {
  if (narrowedTo) return [{ label: narrowedTo }]
  const last = segments.at(-1) ?? ''
  const asksForId =
    segments.length === 3 &&
    !isId(last) &&
    !listPages.has(last) &&
    segments.some(segment => withPlaceholder.has(segment))
  return asksForId ? [{ label: t('console:crumbs.id') }] : []
}

/** The last crumb is the page itself: no link. */
const endHere = (crumbs: Crumb[]) =>
  crumbs.map((crumb, index) => (index === crumbs.length - 1 ? { label: crumb.label } : crumb))
