/**
 * Remix makes, sorts and tries its whole route table anew for each request, twice: with a hundred routes 1 ms of a page's CPU (measured), and
 * more with each page that is added. Which route an address leads to never changes, so it is found once: the first match is remembered by
 * address, the second one chooses among the routes of the first alone. Where Remix is put together otherwise than expected nothing happens.
 */
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'

type Router = Pick<typeof import('@remix-run/router'), 'matchRoutes' | 'createStaticHandler'>
type Match = Router['matchRoutes']
type Routes = Parameters<Router['createStaticHandler']>[0]
type StaticHandler = ReturnType<Router['createStaticHandler']>

const MOST_ADDRESSES = 2_000

/** Remix's own instance: it asks for these functions by name whenever it needs them. */
export function rememberRoutes(
  router: Router = createRequire(import.meta.url)('@remix-run/router') as Router,
): void {
  const { matchRoutes, createStaticHandler } = router
  router.matchRoutes = remembering(matchRoutes) as Match
  router.createStaticHandler = (routes, options) =>
    narrowing(createStaticHandler, matchRoutes, routes, options)
}

interface Entry<Routes extends object = object, Modules = unknown> {
  createEntryRouteModules: (routes: Routes) => Modules
}

/** The modules by route, which Remix gathers anew for each document: an object of 735 names, a third of what outlived a request. They are the build's. */
export function rememberModules(
  entry: Entry = createRequire(import.meta.url)('@remix-run/server-runtime/dist/entry.js') as Entry,
): void {
  const { createEntryRouteModules } = entry
  const known = new WeakMap<object, unknown>()
  entry.createEntryRouteModules = routes => {
    if (!known.has(routes)) known.set(routes, createEntryRouteModules(routes))
    return known.get(routes)
  }
}

/**
 * Which route an address leads to, by address with its records' ids left out: no path has a literal part like an id, so all ids lead alike.
 * Another id is matched against the routes found for the first one. An address with an encoded sign is remembered like any other: the oldest go.
 */
function remembering(
  matchRoutes: Match,
): (routes: Parameters<Match>[0], at: string, base?: string) => ReturnType<Match> {
  const known = new WeakMap<object, LRUCache<string, Known> | null>()
  return (routes, at, base) => {
    // Drawing a page asks once with routes made for that page: making room for 2,000 addresses each time cost 4 % of a list page (measured).
    if (!known.has(routes)) {
      known.set(routes, null)
      return matchRoutes(routes, at, base)
    }
    const addresses = known.get(routes) ?? new LRUCache({ max: MOST_ADDRESSES })
    known.set(routes, addresses)
    const key = `${base ?? ''} ${at.replace(IDS, '#')}`
    const remembered = addresses.get(key)
    if (remembered?.at === at) return remembered.matches
    if (remembered) return again(matchRoutes, remembered, at, base)
    const matches = firstMatch(matchRoutes, routes, at, base)
    if (matches) addresses.set(key, { at, matches, chain: [chainOf(matches)] })
    return matches
  }
}

type Matches = NonNullable<ReturnType<Match>>
interface Known {
  at: string
  matches: Matches
  /** The matched route with its parents alone. */
  chain: Routes
}
const IDS = /(?<=\/)[0-9a-f]{24}(?=\/|$)/g

/**
 * An address comes for the first time: matching it in the whole table of 735 routes takes 4 ms, in what is
 * left without routes that have other literal parts less than 1 (measured). An address with an encoded sign,
 * or below a base, is looked for in all of it.
 */
function firstMatch(matchRoutes: Match, routes: Routes, at: string, base = '/'): ReturnType<Match> {
  if (base !== '/' || /[%?#]/.test(at)) return matchRoutes(routes, at, base)
  const originals = new Map<Routes[number], Routes[number]>()
  const few = within(routes, partsOf(at.toLowerCase()), originals)
  return (
    matchRoutes(few, at, base)?.map(match => ({
      ...match,
      route: (originals.get(match.route) as typeof match.route | undefined) ?? match.route,
    })) ?? null
  )
}

/** Without the routes whose literal parts are not this address's, in the same order. A route that lost children is a copy. */
function within(routes: Routes, parts: string[], originals: Map<object, Routes[number]>): Routes {
  return routes.flatMap(route => {
    const left = partsLeft(route.path ?? '', parts)
    if (!left) return []
    if (left === 'any' || !route.children) return [route]
    const copy = { ...route, children: within(route.children, left, originals) } as Routes[number]
    originals.set(copy, route)
    return [copy]
  })
}

/**
 * The parts that are left for a route's children to match; `any` after a part that may be missing or is
 * several. Undefined where the route cannot lead there.
 */
function partsLeft(path: string, parts: string[]): string[] | 'any' | undefined {
  const own = partsOfRoutes.get(path) ?? partsOf(path.toLowerCase())
  partsOfRoutes.set(path, own)
  for (const [index, part] of own.entries()) {
    if (part === '*' || part.endsWith('?')) return 'any'
    const given = parts[index]
    if (given === undefined || !(part.startsWith(':') || part === given)) return undefined
  }
  return parts.slice(own.length)
}

const partsOf = (path: string) => path.split('/').filter(part => part !== '')
/** By a route's path. */
const partsOfRoutes = new Map<string, string[]>()

/** The same routes with what this address has in their places. */
function again(matchRoutes: Match, { matches, chain }: Known, at: string, base?: string): ReturnType<Match> {
  return (
    matchRoutes(chain, at, base)?.map((match, index) => ({
      ...match,
      route: matches[index]?.route ?? match.route,
    })) ?? null
  )
}

/** A route with its parents and without their other children. */
const chainOf = (matches: Matches): Routes[number] =>
  matches.reduceRight<Routes>(
    (children, { route }) => [{ ...route, ...(children.length > 0 && { children }) } as Routes[number]],
    [],
  )[0] as Routes[number]

/** Each route has one handler with its parents, made at its first use. */
function narrowing(
  create: Router['createStaticHandler'],
  matchRoutes: Match,
  routes: Routes,
  options: Parameters<typeof create>[1],
): StaticHandler {
  const whole = create(routes, options)
  const match = remembering(matchRoutes)
  const narrow = new Map<string, StaticHandler>()
  const handlerOf = (request: Request): StaticHandler => {
    const matches = match(whole.dataRoutes, new URL(request.url).pathname, options?.basename)
    const leaf = matches?.at(-1)?.route
    if (!matches || !leaf?.id) return whole
    const known = narrow.get(leaf.id)
    if (known) return known
    const made = create([chainOf(matches)], options)
    narrow.set(leaf.id, made)
    return made
  }
  return {
    dataRoutes: whole.dataRoutes,
    query: (request, about) => handlerOf(request).query(request, about),
    queryRoute: (request, about) => handlerOf(request).queryRoute(request, about),
  }
}
