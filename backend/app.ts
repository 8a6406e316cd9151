/** The whole HTTP surface, made from its dependencies: `server.ts` listens with it, a test calls it in process. */
import { Hono, type Context } from 'hono'
import { routePath } from 'hono/route'
import { Problem } from './platform/contract/problem'
import type { Replica } from './platform/db/replica'
import type { Deps } from './platform/deps'
import { Api } from './platform/http/api'
import { zoneData } from './platform/contract/time-zone'
import { healthOf } from './platform/http/health'
import { openApi } from './platform/http/openapi'
import { SWAGGER_PATH } from './platform/http/openapi-fixed'
import { openApiPage } from './platform/http/openapi-page'
import { answerProblem } from './platform/http/problems'
import { answerOf, giveUp, hasGone, requestIdOf, type AppEnv } from './platform/http/request'
import { narrowedDb } from './identity/auth/narrowing.service'
import { demandAddress, identify } from './identity/auth/identify.service'
import { demandProof } from './identity/auth/proof.service'
import { modules } from './modules.found'
import { registerAll } from './registrations'
import { Leaving } from './platform/process/leaving'
import {
  duringRequest,
  letGoOfAnswer,
  requestAtHand,
  type RequestAtHand,
} from './platform/process/request-at-hand'

export interface App {
  fetch: Hono<AppEnv>['fetch']
  request: Hono<AppEnv>['request']
  api: Api
}

export function createApp(deps: Deps): App {
  const app = new Hono<AppEnv>()
  const api = new Api(app, deps, { identify, demandAddress, demandProof, narrowedDb })

  app.use(async (c, next) => {
    c.set('requestId', requestIdOf(c.req.header('x-request-id')))
    const started = performance.now()
    const { method, path } = c.req
    const answer = answerOf(c)
    const atHand: RequestAtHand = {
      // One of several reads in a call goes with whoever made it.
      leaving: answer ? new Leaving() : requestAtHand()?.leaving,
      request_id: c.get('requestId'),
      method,
      path,
      giveUp: () => giveUp(c),
      hasGone: () => hasGone(c),
    }
    answer?.once('close', () => {
      letGoOfAnswer(atHand, hasGone(c))
      if (!answer.writableFinished) atHand.leaving?.leave()
    })
    await duringRequest(atHand, next)
    c.header('x-request-id', c.get('requestId'))
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    const ms = Math.round(performance.now() - started)
    deps.requestDone?.({ method, route: routeOf(c), status: c.res.status, ms })
    deps.log.info(
      {
        request_id: c.get('requestId'),
        method,
        path,
        status: c.res.status,
        ms,
        actor: c.get('actor'),
        ...(c.get('isFromReplica') && { replica: true }),
        ...(hasGone(c) && { client_gone: true }),
      },
      'request',
    )
  })

  const health = healthOf(deps)
  app.get('/health', async c => {
    const found = await health()
    return c.json(
      {
        ...found,
        engine: deps.engine,
        zone_data: zoneData.version,
        ...(deps.replica && { replica: replicaHealth(deps.replica) }),
      },
      found.status === 'ok' ? 200 : 503,
    )
  })
  registerAll()
  for (const register of modules) register(api)
  // Made when they are first asked for; they are the same for as long as the process lives.
  const description = kept(() => openApi(api.endpoints))
  const file = kept(async () => JSON.stringify(await description()))
  const page = kept(async () => String(openApiPage(api.endpoints, await description())))
  app.on('GET', ['/api/openapi.json', SWAGGER_PATH], async c =>
    c.body(await file(), 200, { 'content-type': 'application/json' }),
  )
  app.get('/api', async c => {
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    return c.html(await page())
  })

  app.notFound(c => answerProblem(c, notHere(api, c.req.path, c.req.method), deps.log))
  app.onError((error, c) => answerProblem(c, error, deps.log))
  return { fetch: app.fetch, request: app.request, api }
}

/** A replica that is not used is no reason to be unwell: pages go on from the primary. */
function replicaHealth({ state }: Replica) {
  const { used, reason, lagSeconds } = state()
  return { used, ...(reason && { reason }), ...(lagSeconds !== undefined && { lag_seconds: lagSeconds }) }
}

/** The endpoint's own pattern; what belongs to none is counted together. */
const routeOf = (c: Context<AppEnv>): string => {
  const route = routePath(c, -1)
  return route.includes('*') ? 'none' : route
}

function kept<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => (value ??= make())
}

/** The path with another method is a 405 that names the right ones; anything else does not exist. */
function notHere(api: Api, path: string, method: string): Problem {
  const parts = path.split('/')
  const allowed = api.endpoints
    .filter(({ path: known }) => {
      const names = known.split('/')
      return (
        names.length === parts.length &&
        names.every((name, index) => name.startsWith(':') || name === parts[index])
      )
    })
    .map(spec => spec.method)
  if (allowed.length === 0 || allowed.includes(method as (typeof allowed)[number]))
    return new Problem(404, 'not_found', { message: 'No such path' })
  return new Problem(405, 'method_not_allowed', { headers: { allow: [...new Set(allowed)].join(', ') } })
}
