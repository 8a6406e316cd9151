/**
 * The only code that speaks HTTP to the backend for pages: `api(contract)` for entities, `api.call(…)` for everything
 * else.
 */
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import {
  pathsOf,
  type ActionResult,
  type Contract,
  type InputOf,
  type RowOf,
} from '../../backend/platform/contract/contract'
import type { ListAnswer, ListRequest } from '../../backend/platform/contract/list'
import { callBackend, type CallOptions, type Caller } from './call.server'
import { ApiError } from './api-error'
import { PROOF_DUE, ProofDue } from './proof-due'
import type { Deadline } from './deadline'
import { sendingTogether } from './together.server'

/** Where a call gets its token from, and a newer one when the backend refuses it. */
export interface TokenSource {
  accessToken(): Promise<string>
  /** A token other than `refused`. */
  renew(refused: string): Promise<string>
}

export interface ApiOptions {
  /** Null for the calls that need nobody signed in. */
  session: TokenSource | null
  requestId: string
  clientAddress?: string | undefined
  /** At which of the console's addresses the person is. */
  host?: string | undefined
  userAgent?: string | undefined
  deadline?: Deadline | undefined
  /** How calls are sent; each by itself unless said otherwise. */
  send?: Caller['send']
  /** A write was sent and its answer lost. */
  onUnknown?: (() => Promise<void> | void) | undefined
  /** Of whoever may read from a replica: what an answer has to have, and where writes stand. */
  written?: WrittenPosition | undefined
}

export interface WrittenPosition {
  /** Null where nobody is signed in. */
  last(): Promise<string | null>
  note(position: string): Promise<void>
}

interface EntityApi<C extends Contract> {
  list(
    request: Partial<ListRequest>,
    options?: Pick<CallOptions, 'timeLimitMs'>,
  ): Promise<ListAnswer<RowOf<C>>>
  get(id: string): Promise<RowOf<C>>
  create(input: InputOf<C>, options?: { idempotencyKey?: string }): Promise<RowOf<C>>
  update(
    id: string,
    input: InputOf<C> & { version: number },
    options?: { idempotencyKey?: string },
  ): Promise<RowOf<C>>
  /**
   * As `create` and `act`, of what the contract `reveals`: with the secret that can be read this once; null for a
   * repeated request.
   */
  reveal: {
    create(
      input: InputOf<C>,
      options?: { idempotencyKey?: string },
    ): Promise<{ row: RowOf<C>; secret: string | null }>
    act(
      name: keyof C['actions'] & string,
      id: string,
      input?: Record<string, unknown>,
      options?: { idempotencyKey?: string },
    ): Promise<{ result: ActionResult; secret: string | null }>
  }
  archive(id: string): Promise<void>
  unarchive(id: string): Promise<void>
  act(
    name: keyof C['actions'] & string,
    ids: readonly string[],
    input?: Record<string, unknown>,
    options?: { idempotencyKey?: string },
  ): Promise<ActionResult[]>
}

export interface Api {
  <C extends Contract>(contract: C): EntityApi<C>
  /** The same, for a page that asks for several things at once: those reads share one call. */
  together(): Api
  call<Shape extends z.ZodType>(
    method: string,
    path: string,
    options: CallOptions<Shape>,
  ): Promise<z.output<Shape>>
}

export function createApi(options: ApiOptions): Api {
  const call: Api['call'] = (method, path, wanted) =>
    withToken(options, async token =>
      callBackend(await callerOf(options, token), method, path, wanted),
    ).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === PROOF_DUE ? new ProofDue() : error
    })
  return Object.assign(<C extends Contract>(contract: C) => entityApi(contract, call), {
    call,
    together: () => createApi({ ...options, send: sendingTogether() }),
  })
}

const callerOf = async (
  { session: _session, written, ...caller }: ApiOptions,
  token?: string,
): Promise<Caller> => ({
  token,
  ...caller,
  ...(written && { readAfter: (await written.last()) ?? undefined, onWritten: written.note }),
})

/** A 401 renews the token once and sends the call again; refused once more, it is the caller's error to show. */
async function withToken<T>(
  { session, deadline }: ApiOptions,
  send: (token?: string) => Promise<T>,
): Promise<T> {
  if (!session) return send()
  const token = await inTime(session.accessToken(), deadline)
  try {
    return await send(token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'problem' || error.status !== 401) throw error
    return send(await inTime(session.renew(token), deadline))
  }
}

/**
 * A refresh is never cut short: the new tokens are stored whenever they come, but this page does not wait for
 * them any longer.
 */
async function inTime(token: Promise<string>, deadline: Deadline | undefined): Promise<string> {
  const remaining = deadline?.remaining() ?? Infinity
  if (remaining === Infinity) return token
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new ApiError({
            kind: 'timeout',
            status: 504,
            code: 'timeout',
            message: 'the token was not renewed in time: nothing was sent',
          }),
        ),
      remaining,
    )
  })
  return Promise.race([token, late]).finally(() => clearTimeout(timer))
}

const secret = z.string().max(500).nullable()

const actionResults = z.looseObject({
  results: z.array(
    z.looseObject({ id: z.string(), outcome: z.enum(['done', 'skipped']), reason: z.string().optional() }),
  ),
})

/** Made once per contract: zod compiles a shape when it first parses. */
const shapes = new WeakMap<Contract, ReturnType<typeof answerShapes>>()

function answerShapes(contract: Contract) {
  const list = z.looseObject({
    rows: z.array(contract.row),
    total: z.number().int().min(0),
    capped: z.boolean().optional(),
    as_of: z
      .number()
      .int()
      .default(() => Date.now()),
  })
  return {
    list,
    listOf: memoized((fields: readonly string[]) =>
      list.extend({ rows: z.array(contract.row.pick(requestedFields(contract, fields)).partial()) }),
    ),
    one: z.looseObject({ [contract.one]: contract.row }),
  }
}

/** A list may request some fields alone: its rows then have those and are checked for nothing else. */
const requestedFields = (contract: Contract, fields: readonly string[]) =>
  Object.fromEntries(
    ['_id', ...fields].filter(field => field in contract.row.shape).map(field => [field, true]),
  ) as Record<string, true> & Record<number, never>

/** People choose among few sets of columns. */
function memoized<Shape extends object>(
  make: (fields: readonly string[]) => Shape,
): (fields: readonly string[]) => Shape {
  const made = new LRUCache<string, Shape>({ max: 50 })
  return fields => {
    const key = fields.join(' ')
    const known = made.get(key)
    if (known) return known
    const shape = make(fields)
    made.set(key, shape)
    return shape
  }
}

function shapesOf(contract: Contract) {
  const known = shapes.get(contract)
  if (known) return known
  const made = answerShapes(contract)
  shapes.set(contract, made)
  return made
}

function entityApi<C extends Contract>(contract: C, call: Api['call']): EntityApi<C> {
  const paths = pathsOf(contract)
  const shape = shapesOf(contract)
  const one = async (method: string, path: string, options: Omit<CallOptions, 'schema'>) =>
    (await call(method, path, { ...options, schema: shape.one }))[contract.one] as RowOf<C>
  const perform = (
    name: string,
    ids: readonly string[],
    input: Record<string, unknown>,
    idempotencyKey?: string,
  ) => {
    const action = contract.actions[name]
    if (!action) throw new Error(`${contract.one} has no action "${name}"`)
    const path = action.path.startsWith('/') ? action.path : `/api/${action.path}`
    return call('POST', path, { body: { ids, ...input }, schema: actionResults, idempotencyKey })
  }
  const at = (base: string, id: string) => `${base}/${encodeURIComponent(id)}`
  return {
    async list(request, options = {}) {
      const answer: unknown = await call('POST', paths.list, {
        ...options,
        body: request,
        write: false,
        schema: request.fields ? shape.listOf(request.fields) : shape.list,
      })
      return answer as ListAnswer<RowOf<C>>
    },
    get: id => one('GET', at(paths.get, id), {}),
    create: (input, { idempotencyKey } = {}) => one('POST', paths.create, { body: input, idempotencyKey }),
    update: (id, input, { idempotencyKey } = {}) =>
      one('PUT', at(paths.update, id), { body: input, idempotencyKey }),
    // The specification's own method, so that an operator's existing backend understands it too.
    async archive(id) {
      await call('GET', at(paths.archive, id), { write: true, schema: z.unknown() })
    },
    async unarchive(id) {
      await call('POST', at(paths.unarchive, id), { body: { id }, schema: z.unknown() })
    },
    async act(name, ids, input = {}, { idempotencyKey } = {}) {
      return (await perform(name, ids, input, idempotencyKey)).results as ActionResult[]
    },
    reveal: {
      async create(input, { idempotencyKey } = {}) {
        const answer = await call('POST', paths.create, { body: input, idempotencyKey, schema: shape.one })
        return { row: answer[contract.one] as RowOf<C>, secret: secret.parse(answer.secret) }
      },
      async act(name, id, input = {}, { idempotencyKey } = {}) {
        const { results, ...answer } = await perform(name, [id], input, idempotencyKey)
        return { result: results[0] as ActionResult, secret: secret.parse(answer.secret) }
      },
    },
  }
}
