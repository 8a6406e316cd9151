/** The standard endpoints of an entity, and the shape of its commands. */
import { z } from 'zod'
import {
  pathsOf,
  reason,
  type ActionContract,
  type ActionResult,
  type Contract,
  type RowOf,
} from '../contract/contract'
import { matchingRequest, MAX_IDS, type ListRequest } from '../contract/list'
import type { PermissionRule } from '../contract/permissions'
import { id, instant } from '../contract/primitives'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import { sourceOf } from '../db/list-source'
import type { Store } from '../db/store'
import type { Api, EndpointContext } from './api'
import { archiveCheckEndpoint } from './archive-check'
import { deleteEndpoints } from './delete'
import { listBody, settled, takesOf, type ListTakes } from './list-body'
import { createBody, demandSame, formOf, updateBody } from './written'

const idParams = z.object({ id })
export const actionResult = z.object({
  id,
  outcome: z.enum(['done', 'skipped']),
  reason: z.string().optional(),
})

/** What a new record's one-time secret is: asked in the transaction that makes the record. */
type SecretOf<C extends Contract> = (db: Db, row: RowOf<C>) => Promise<string>
const oneTimeSecret = z.string().nullable().meta({ description: 'Readable in this answer alone' })

/** `POST /many`, `GET|PUT /one/:id`, `POST /one`, `GET|POST /archive/one/:id`, `POST /unarchive/one/:id`: those that the contract permits. */
export function crud<C extends Contract>(
  api: Api,
  store: Store<C>,
  { secretOf }: { secretOf?: SecretOf<C> } = {},
): void {
  const { contract } = store
  const { family, one, many, permissions, row } = contract
  const paths = pathsOf(contract)
  const wrapped = z.object({ [one]: row })
  api.stores.set(`${family}/${many}`, store as unknown as Store)
  api.sources.set(`${family}/${many}`, sourceOf(store as unknown as Store))

  listEndpoint(api, {
    family,
    path: paths.list,
    summary: `List ${many}`,
    permission: permissions.list,
    takes: takesOf(contract),
    picks: true,
    read: ({ db, scope, body, now }) => store.list(db, scope, body, now),
  })
  api.endpoint(
    {
      method: 'GET',
      path: `${paths.get}/:id`,
      family,
      summary: `Get one ${one}`,
      permission: permissions.read,
      params: idParams,
      response: wrapped,
      versioned: one,
    },
    async ({ db, scope, params, now }) => ({ [one]: await store.get(db, scope, params.id, now) }),
  )

  if (permissions.create) {
    api.endpoint(
      {
        method: 'POST',
        path: paths.create,
        family,
        summary: `Create a ${one}`,
        permission: permissions.create,
        body: createBody(contract),
        response: secretOf ? wrapped.extend({ secret: oneTimeSecret }) : wrapped,
        write: true,
        versioned: one,
        ...(secretOf && { oneTime: 'secret' }),
      },
      async ({ db, actor, scope, body, now }) => {
        const row = await store.create(db, actor, body, now)
        if (!secretOf) return { [one]: row }
        const secret = await secretOf(db, row)
        // What the secret changed in the record, such as its first characters, belongs to the answer.
        return { [one]: await store.get(db, scope, row._id as string, now), secret }
      },
    )
  }
  if (permissions.update) {
    api.endpoint(
      {
        method: 'PUT',
        path: `${paths.update}/:id`,
        family,
        summary: `Change a ${one}`,
        permission: permissions.update,
        params: idParams,
        body: updateBody(contract),
        response: wrapped,
        write: true,
        versioned: one,
      },
      async ({ db, actor, params, body, version, now }) => {
        demandSame(params, body)
        return {
          [one]: await store.update(
            db,
            actor,
            params.id,
            formOf(contract, body),
            version,
            now,
            body.reason as string | undefined,
          ),
        }
      },
    )
    // Who may not read the history has nothing to point at.
    api.endpoint(
      {
        method: 'POST',
        path: `${paths.revert}/:id`,
        family,
        summary: `Set back what one audit entry changed in a ${one}`,
        permission: { all: [permissions.update, 'audit_log::list'] },
        params: idParams,
        body: z.strictObject({ entry: id, version: z.number().int().min(1), reason: reason.optional() }),
        response: wrapped,
        write: true,
      },
      async ({ db, actor, params, body: revert, now }) => ({
        [one]: await store.revert(db, actor, params.id, revert, now),
      }),
    )
  }
  // The specification archives with GET; POST is there for whoever may not send a GET that changes something.
  for (const method of ['GET', 'POST'] as const) {
    if (permissions.archive) archiveEndpoint(api, store, method, paths.archive, permissions.archive, true)
  }
  if (permissions.archive) archiveCheckEndpoint(api, store, permissions.archive)
  if (permissions.unarchive)
    archiveEndpoint(api, store, 'POST', paths.unarchive, permissions.unarchive, false)
  if (permissions.delete) deleteEndpoints(api, store, permissions.delete)
}

function archiveEndpoint<C extends Contract>(
  api: Api,
  store: Store<C>,
  method: 'GET' | 'POST',
  path: string,
  permission: PermissionRule,
  archived: boolean,
): void {
  const { one, family } = store.contract
  const spec = {
    method,
    path: `${path}/:id`,
    family,
    summary: `${archived ? 'Archive' : 'Unarchive'} a ${one}`,
    permission,
    params: idParams,
    response: z.object({ [one]: store.contract.row }),
    write: true,
    versioned: one,
  } as const
  const archive = async ({
    db,
    actor,
    params,
    now,
  }: Pick<EndpointContext<{ id: string }, undefined, unknown>, 'db' | 'actor' | 'params' | 'now'>) => ({
    [one]: await store.archive(db, actor, params.id, archived, now),
  })
  if (method === 'GET') api.endpoint(spec, archive)
  // The specification says in the body once more which one is meant.
  else
    api.endpoint({ ...spec, body: z.strictObject({ id: id.optional(), _id: id.optional() }) }, context => {
      demandSame(context.params, context.body)
      return archive(context)
    })
}

interface ListSpec {
  family: string
  path: string
  summary: string
  permission: PermissionRule | 'signed-in'
  takes: ListTakes
  /** `read` leaves out what `fields` does not name, so that it need not even be read. */
  picks?: boolean
  /** Of the answer, beside the rows. */
  also?: z.ZodRawShape
  read(context: ListContext): Promise<{ rows: readonly object[] }>
}
export type ListContext = EndpointContext<undefined, undefined, ReturnType<typeof settled>>

/** A list in the shared envelope: { rows, total, capped?, as_of }. Every module's own list goes through here too. */
export function listEndpoint(api: Api, { read, takes, picks = false, also = {}, ...spec }: ListSpec): void {
  api.endpoint(
    {
      ...spec,
      method: 'POST',
      list: takes,
      body: listBody(takes),
      response: z.object({
        rows: z.array(takes.row),
        total: z.number().int(),
        capped: z.boolean().optional(),
        as_of: instant,
        ...also,
      }),
    },
    async context => {
      const body = settled(context.body, takes, context.now)
      const answer = await read({ ...context, body } as ListContext)
      return picks || !body.fields
        ? answer
        : { ...answer, rows: answer.rows.map(row => picked(row, body.fields ?? [])) }
    },
  )
}

/** A row keeps what it is known by. */
const picked = (row: object, fields: readonly string[]) =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => name === '_id' || name === 'id' || fields.includes(name)),
  )

const targets = z.object({
  ids: z.array(id).min(1).max(MAX_IDS).optional(),
  matching: matchingRequest.optional(),
})

export type CommandContext = EndpointContext<undefined, undefined, unknown>
type Perform<Row, Input> = (context: CommandContext, rows: Row[], input: Input) => Promise<ActionResult[]>

/** A command that has nothing to gain from seeing all its rows at once. */
export const each =
  <Row extends { _id: string }, Input>(
    perform: (context: CommandContext, row: Row, input: Input) => Promise<Omit<ActionResult, 'id'>>,
  ): Perform<Row, Input> =>
  async (context, rows, input) => {
    const results: ActionResult[] = []
    for (const row of rows) results.push({ id: row._id, ...(await perform(context, row, input)) })
    return results
  }

/** A command over one record whose answer has a secret that can be read this once. The body is that of every command, with one id. */
export function revealingCommand<C extends Contract, A extends ActionContract>(
  api: Api,
  store: Store<C>,
  action: A,
  summary: string,
  perform: (
    context: CommandContext,
    row: RowOf<C>,
    input: z.output<A['input']>,
  ) => Promise<Omit<ActionResult, 'id'> & { secret: string | null }>,
): void {
  api.endpoint(
    {
      method: 'POST',
      path: action.path,
      family: store.contract.family,
      summary,
      permission: action.permission,
      body: z.strictObject({ ids: z.array(id).length(1), ...action.input.shape }),
      write: true,
      oneTime: 'secret',
      response: z.object({ results: z.array(actionResult), secret: oneTimeSecret }),
    },
    async context => {
      const { ids, ...input } = context.body as { ids: string[] }
      const [row] = await store.getAll(context.db, context.scope, ids, context.now)
      const { secret, ...result } = await perform(
        context as CommandContext,
        row as RowOf<C>,
        input as z.output<A['input']>,
      )
      return { results: [{ id: ids[0], ...result }], secret }
    },
  )
}

/**
 * A command over `ids`, or over all that `matching` filters find, in one transaction: every result or none.
 * `perform` answers 'skipped' with a reason for what the command does not apply to; an id out of scope answers 404 for the whole.
 */
export function command<C extends Contract, A extends ActionContract>(
  api: Api,
  store: Store<C>,
  action: A,
  summary: string,
  perform: Perform<RowOf<C>, z.output<A['input']>>,
): void {
  const body = targets.extend(action.input.shape).strict()
  api.endpoint(
    {
      method: 'POST',
      path: action.path,
      family: store.contract.family,
      summary,
      permission: action.permission,
      body,
      write: true,
      response: z.object({ results: z.array(actionResult) }),
    },
    async context => {
      const { ids: given, matching, ...input } = context.body as z.output<typeof targets>
      if ((given === undefined) === (matching === undefined))
        throw new Problem(422, 'invalid', { fields: { ids: [{ code: 'required' }] } })
      const ids = given
        ? [...new Set(given)]
        : await store.idsMatching(context.db, context.scope, matching as ListRequest, context.now)
      const rows = await store.getAll(context.db, context.scope, ids, context.now)
      return { results: await perform(context as CommandContext, rows, input as z.output<A['input']>) }
    },
  )
}
