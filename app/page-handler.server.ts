/**
 * Requests become answers here. Remix makes, sorts and tries the whole route table of its build for each request,
 * twice: with 735 routes that would be most of a page. So each page is a build of its own to Remix, with its route
 * and the routes around it and nothing else.
 */
import {
  createRequestHandler,
  type AppLoadContext,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { requestAtHand } from '../backend/platform/process/request-at-hand'
import { LRUCache } from 'lru-cache'
import { failureOf, failurePage } from './resource-failures.server'

type Routes = ServerBuild['routes']

export function pageHandler(build: ServerBuild, mode?: string): (request: Request) => Promise<Response> {
  const leafOf = leaves(build.routes)
  const handlers = new Map<string, RequestHandler>()
  const handlerOf = (leaf: string) => {
    const known = handlers.get(leaf)
    if (known) return known
    const made = createRequestHandler(narrowed(build, leaf), mode)
    handlers.set(leaf, made)
    return made
  }
  return async request => {
    const { pathname, searchParams } = new URL(request.url)
    const leaf = leafOf(pathname)
    const atHand = requestAtHand()
    if (atHand) atHand.route = patternOf(build.routes, leaf)
    const context: AppLoadContext = {}
    const answer = await handlerOf(leaf)(request, context)
    const failure = failureOf(context)
    // The data of a page alone (`_data`) is asked for by programs that read Remix's own answer.
    return failure && isFile(build.routes[leaf]) && !searchParams.has('_data')
      ? failurePage(failure, request, context)
      : answer
  }
}

/** The address with its parameters' names; the root's own is what belongs to no page. */
function patternOf(routes: Routes, leaf: string): string {
  const parts: string[] = []
  for (let id: string | undefined = leaf; id !== undefined; id = routes[id]?.parentId)
    parts.unshift(routes[id]?.path ?? '')
  return leaf === 'root' ? 'none' : `/${parts.filter(Boolean).join('/')}`
}

/** Files, streams and addresses that lead on have no page. */
const isFile = (route?: Routes[string]): boolean =>
  route?.module.default === undefined && route?.module.ErrorBoundary === undefined

const MOST_ADDRESSES = 2_000
/** Longer addresses are looked up each time, so that what strangers send fills no memory. */
const LONGEST_ADDRESS = 200
/** What records, days and hours are called in addresses; no route has a literal part like it. */
const NAMES = /(?<=\/)(?:[0-9a-f]{24}|\d+)(?:-\d+)*(?=\/|$)/g

/**
 * By address, the id of the route that it leads to; the root's where it leads nowhere. Throws for a route that an
 * address's names would hide.
 */
export function leaves(routes: Routes): (pathname: string) => string {
  for (const route of Object.values(routes))
    if (`/${route?.path ?? ''}`.search(NAMES) >= 0)
      throw new Error(`${route?.id}: a literal part of digits would be taken for a record's name`)
  const tree = treeOf(routes)
  const known = new LRUCache<string, string>({ max: MOST_ADDRESSES })
  return pathname => {
    const address = pathname.replace(NAMES, '0')
    const remembered = known.get(address)
    if (remembered !== undefined) return remembered
    const leaf = matchRoutes(tree, pathname)?.at(-1)?.route.id ?? 'root'
    if (address.length <= LONGEST_ADDRESS) known.set(address, leaf)
    return leaf
  }
}

type Tree = Parameters<typeof matchRoutes>[0]

function treeOf(routes: Routes, parent?: string): Tree {
  return Object.values(routes)
    .filter(route => route?.parentId === parent)
    .map(
      route =>
        ({
          id: route.id,
          path: route.path,
          caseSensitive: route.caseSensitive,
          ...(route.index ? { index: true } : { children: treeOf(routes, route.id) }),
        }) as Tree[number],
    )
}

/** The build with this route and its parents. */
function narrowed(build: ServerBuild, leaf: string): ServerBuild {
  const only = <One>(all: Record<string, One>): Record<string, One> => {
    const own: Record<string, One> = {}
    for (let id: string | undefined = leaf; id !== undefined; id = build.routes[id]?.parentId) {
      const one = all[id]
      if (one !== undefined) own[id] = one
    }
    return own
  }
  return {
    ...build,
    routes: only(build.routes as Record<string, NonNullable<Routes[string]>>),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}
