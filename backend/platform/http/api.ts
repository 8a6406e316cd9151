/**
 * The one way to add an endpoint. It names its permission or does not compile; who asks, what they may see, what they
 * sent and what it is answered with are settled here, so a handler holds its rule and nothing else.
 */
import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import { allows, movesMoney, type PermissionRule } from '../contract/permissions'
import type { ListRequest } from '../contract/list'
import { CONSOLE_HOST } from '../contract/host-name'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import type { ListSource } from '../store/list-source'
import type { Store } from '../store/store-spec'
import type { Deps } from '../deps'
import { whileReading, type Reading } from '../process/reading'
import { requestAtHand } from '../process/request-at-hand'
import { scopeOf, type Actor, type Scope } from '../request/actor'
import type { Authenticator } from './authenticator'
import { bodyReader } from './body-reader'
import { once } from './idempotency'
import { takeTurn, type Turn } from './in-turn'
import { permissionText } from './openapi'
import { inPieces } from './in-pieces'
import { parse, readBytes } from '../request/parse'
import { parseParams, queryOf } from './request-address'
import { readSourceOf, writtenAt } from './read-source'
import { noteRefused } from './refused'
import { clientAddress, type AppEnv } from './request'
import { demandRoom } from './storage-room'
import { expectedVersion } from './written'
import type { Access, EndpointSpec } from './endpoint'

export interface EndpointContext<Params, Query, Body> {
  db: Db
  actor: Actor
  scope: Scope
  params: Params
  query: Query
  body: Body
  /** Empty unless the endpoint takes a file. */
  bytes: Uint8Array
  /** Of an endpoint whose bodies are parsed in turn. */
  next: () => void
  /** The body once more, parsed anew: for who lets go of it and may need it after all. */
  again: () => Body
  request: Request
  requestId: string
  deps: Deps
  /** Of a PUT: the version that the asker has read; undefined for whichever is the newest. */
  version: number | undefined
  /** Epoch milliseconds: one instant for everything that this request writes. */
  now: number
}

type Handler<Params, Query, Body> = (context: EndpointContext<Params, Query, Body>) => Promise<unknown>

interface Served {
  spec: EndpointSpec<z.ZodType, z.ZodType, z.ZodType>
  answer: Handler<never, never, never>
}

const nobody: Actor = { kind: 'nobody', id: '', name: 'nobody', tenantId: '', permissions: {} }

export class Api {
  readonly endpoints: EndpointSpec<z.ZodType, z.ZodType, z.ZodType>[] = []
  /** By `family/many`: entities, for what works on many rows at once. */
  readonly stores = new Map<string, Store>()
  /** By the same name: every list that can be exported, entities and streams. */
  readonly sources = new Map<string, ListSource>()
  /** By method and path: what another path of the same endpoint asks. */
  readonly served = new Map<string, Served>()

  constructor(
    private readonly app: Hono<AppEnv>,
    readonly deps: Deps,
    private readonly authenticator: Authenticator,
  ) {}

  endpoint<
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
  >(
    spec: EndpointSpec<Params, Query, Body>,
    handler: Handler<z.output<Params>, z.output<Query>, z.output<Body>>,
  ): void {
    this.endpoints.push(spec)
    this.served.set(`${spec.method} ${spec.path}`, { spec, answer: handler })
    const asksForProof = changes(spec) && movesMoney(spec.permission as PermissionRule)
    this.app.on(spec.method, spec.path, c => {
      let turn: Turn | undefined
      return this.notingRefusals(c, spec.permission, async () => {
        const actor = await this.admit(c, spec.permission)
        if (actor.factorDue && changes(spec) && !spec.beforeFactor) throw forbidden(spec.permission)
        if (changes(spec)) await demandRoom(this.deps, spec.family)
        if (asksForProof) await this.authenticator.demandProof(this.deps, actor)
        const source = readSourceOf(this.deps, spec, actor, c.req.raw.headers)
        c.set('isFromReplica', source.isReplica)
        const db: Deps['db'] = actor.rules
          ? this.authenticator.narrowedDb(source.db, actor.rules, actor.id)
          : source.db
        const params = (spec.params ? parseParams(spec.params, c.req.param()) : undefined) as z.output<Params>
        const query = (spec.query ? parse(spec.query, queryOf(c)) : undefined) as z.output<Query>
        const bodyOf = await bodyReader(spec, c.req.raw, () => {
          if (spec.inTurn) turn = takeTurn(actor.id)
          return turn?.come
        })
        const body = bodyOf() as z.output<Body>
        const context = {
          db: db as Db,
          actor,
          scope: scopeOf(actor),
          deps: this.deps,
          request: c.req.raw,
          requestId: c.get('requestId'),
          now: source.now,
          params,
          query,
          bytes: spec.bytes ? await readBytes(c.req.raw, spec.maxBytes) : new Uint8Array(),
          body,
          again: bodyOf as () => z.output<Body>,
          next: () => turn?.end(),
          version:
            spec.method === 'PUT' && spec.versioned !== undefined
              ? expectedVersion(c.req.raw.headers.get('if-match'), body)
              : undefined,
        }
        const key = c.req.header('idempotency-key')
        const answer = spec.write
          ? await once(
              { db, clock: this.deps.clock },
              {
                key,
                actor,
                method: spec.method,
                path: c.req.path,
                body: context.body,
                oneTime: spec.oneTime,
              },
              tx => handler({ ...context, db: tx }),
            )
          : changes(spec)
            ? await handler(context)
            : await whileReading(readingOf(spec, actor, { query, body }), () => handler(context))
        const position = changes(spec) ? await writtenAt(this.deps, c.req.raw.headers) : undefined
        if (position) c.header(...position)
        const at = spec.versioned === undefined ? undefined : versionIn(answer, spec.versioned)
        if (at !== undefined) c.header('etag', `"${at}"`)
        return answer instanceof Response
          ? answer
          : (inPieces(answer) ?? c.json({ success: true, data: answer ?? {} }))
      }).finally(() => turn?.end())
    })
  }

  /** As if it had come over the network: permissions, limits and the log see it like any other. */
  async answer(request: Request): Promise<Response> {
    return this.app.fetch(request)
  }

  /** Whatever refuses a request, its permission here or a rule of the module behind it, is in the audit log. */
  private async notingRefusals(
    c: Context<AppEnv>,
    access: Access,
    answer: () => Promise<Response>,
  ): Promise<Response> {
    try {
      return await answer()
    } catch (error) {
      const actor = c.get('who')
      // Asked for a code they are not refused yet.
      if (actor && error instanceof Problem && error.status === 403 && error.code !== 'proof_due') {
        const permission = permissionText((error.extra.details?.permission ?? access) as Access)
        noteRefused(this.deps, actor, { method: c.req.method, path: c.req.path, permission })
      }
      throw error
    }
  }

  private async admit(c: Context<AppEnv>, access: Access): Promise<Actor> {
    const host = c.req.header(CONSOLE_HOST)
    const from = {
      ip: clientAddress(c, this.deps),
      requestId: c.get('requestId'),
      ...(host !== undefined && { host: host.slice(0, 300) }),
    }
    if (access === 'public') return { ...nobody, ...from }
    const who = await this.authenticator.identify(this.deps, c.req.header('authorization'), from.ip)
    const actor = { ...from, ...who }
    c.set('who', actor)
    c.set('actor', `${actor.kind}:${actor.id}`)
    this.authenticator.demandAddress(actor, from.ip)
    if (!mayUse(actor, access)) throw forbidden(access)
    return actor
  }
}

const forbidden = (permission: Access) =>
  new Problem(403, 'forbidden', { message: 'Not permitted', details: { permission } })

function mayUse({ kind, permissions, reach }: Actor, access: Exclude<Access, 'public'>): boolean {
  if (access === 'ingest-token') return kind === 'token' && allows(permissions, 'rawdata::ingest')
  if (access === 'signed-in') return kind === 'user'
  // Only the endpoints for SMIBs look at a narrower reach than a tenant.
  if (reach) return false
  return allows(permissions, access)
}

/** Rows of a list that a person looks at. */
const FEW_ROWS = 500

const readingOf = (
  { list, query, body }: EndpointSpec<z.ZodType, z.ZodType, z.ZodType>,
  { id, kind, tenantId }: Actor,
  asked: { query: unknown; body: unknown },
): Reading => ({
  person: `${kind} ${id}`,
  tenant: tenantId ?? '',
  leaving: requestAtHand()?.leaving,
  isWide: list
    ? (asked.body as Pick<ListRequest, 'rowsPerPage'>).rowsPerPage > FEW_ROWS
    : (query ?? body) !== undefined,
  servedAt: performance.now(),
})

/** The specification archives with GET. */
const changes = ({
  method,
  write = false,
  reads = false,
  list,
}: Pick<EndpointSpec<never, never, never>, 'method' | 'write' | 'reads' | 'list'>): boolean =>
  write || (method !== 'GET' && !reads && list === undefined)

function versionIn(answer: unknown, member: string): number | undefined {
  const holder = (member === '' ? answer : (answer as Record<string, unknown> | null)?.[member]) as
    | { version?: unknown }
    | null
    | undefined
  return typeof holder?.version === 'number' ? holder.version : undefined
}
