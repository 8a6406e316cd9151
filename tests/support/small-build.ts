/**
 * A server build of a few routes, as Remix's own is: what answers requests is tried on it without building the
 * console.
 */
import type { LoaderFunction, ServerBuild } from '@remix-run/node'

type Given = Record<string, { path?: string; parentId?: string; index?: boolean }>

export const routesOf = (given: Given, loader?: LoaderFunction): ServerBuild['routes'] =>
  Object.fromEntries(
    Object.entries(given).map(([id, route]) => [id, { ...route, id, module: { ...(loader && { loader }) } }]),
  ) as unknown as ServerBuild['routes']

export const builtLike = (given: Given, loader: LoaderFunction): ServerBuild =>
  ({
    routes: routesOf(given, loader),
    assets: { routes: {}, version: '1', entry: { imports: [], module: '' }, url: '' },
    entry: { module: { default: () => new Response('a page'), handleError: () => undefined } },
    future: {},
    publicPath: '/',
    assetsBuildDirectory: '',
    isSpaMode: false,
    mode: 'production',
  }) as unknown as ServerBuild
