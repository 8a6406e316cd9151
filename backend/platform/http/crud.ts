/** The standard endpoints of an entity, and the shape of its commands. */
import { z } from 'zod'
import { pathsOf, reason, type Contract, type RowOf } from '../contract/contract'
import { readableFields } from '../contract/field-permissions'
import { allows, type PermissionRule } from '../contract/permissions'
import { id, instant } from '../contract/primitives'
import type { Db } from '../db/database'
import { sourceOf } from '../store/list-source'
import { withSubjectType } from '../store/subject-type'
import type { Store } from '../store/store-spec'
import type { Actor } from '../request/actor'
import type { Api, EndpointContext } from './api'
import { archiveCheckEndpoint } from './archive-check'
import { oneTimeSecret } from './commands'
import { deleteEndpoints } from './delete'
import { listBody, settled, takesOf, type ListTakes } from '../request/list-body'
import { createBody, demandSame, formOf, updateBody } from './written'

const idParams = z.object({ id })

const can = (actor: Actor) => (rule: PermissionRule) => allows(actor.permissions, rule)

/** What a new record's one-time secret is: made in the transaction that makes the record. */
type SecretOf<C extends Contract> = (db: Db, row: RowOf<C>) => Promise<string>

/**
 * `POST /many`, `GET|PUT /one/:id`, `POST /one`, `GET|POST /archive/one/:id`, `POST /unarchive/one/:id`: those that the
 * contract permits.
 */
export function crud<C extends Contract>(
  api: Api,
  store: Store<C>,
  {
    secretOf,
    listed = store,
  }: {
    secretOf?: SecretOf<C>
    /** The same with what lists and files show in addition to the record: figures that change by themselves. */
    listed?: Store<C>
  } = {},
): void {
  const { contract } = store
  const { family, one, many, permissions, row } = contract
  const paths = pathsOf(contract)
  const wrapped = z.object({ [one]: row })
  api.stores.set(`${family}/${many}`, store as unknown as Store)
  api.sources.set(`${family}/${many}`, sourceOf(listed as unknown as Store))

  listEndpoint(api, {
    family,
    path: paths.list,
    summary: `List ${many}`,
    permission: permissions.list,
    takes: takesOf(contract),
    picks: true,
    also: specifiedShape(contract),
    read: async ({ db, actor, scope, body, now }) => {
      const fields = readableFields(contract, can(actor), body.fields)
      const answer = await listed.list(db, scope, { ...body, fields }, now)
      return body.fields ? answer : { ...answer, ...specifiedNames(contract, answer) }
    },
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
        aliases: contract.inputAliases,
        response: secretOf ? wrapped.extend({ secret: oneTimeSecret }) : wrapped,
        write: true,
        versioned: one,
        ...(secretOf && { oneTime: 'secret' }),
      },
      async ({ db, actor, scope, body, now }) => {
        const row = await store.create(db, actor, formOf(contract, body), now)
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
        aliases: contract.inputAliases,
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
        summary: `Revert what one audit entry changed in a ${one}`,
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

const specifiedShape = ({ answerAliases, row }: Contract): z.ZodRawShape =>
  answerAliases
    ? {
        [answerAliases.rows]: z.array(row).optional(),
        [answerAliases.total]: z.number().int().optional(),
      }
    : {}

const specifiedNames = ({ answerAliases }: Contract, { rows, total }: { rows: unknown; total: number }) =>
  answerAliases ? { [answerAliases.rows]: rows, [answerAliases.total]: total } : {}

interface ListSpec {
  family: string
  path: string
  summary: string
  permission: PermissionRule | 'signed-in'
  takes: ListTakes
  /** `read` leaves out what `fields` does not name, so that it need not even be read. */
  picks?: boolean
  /** Of the answer, in addition to the rows. */
  also?: z.ZodRawShape
  read(context: ListContext): Promise<{ rows: readonly object[] }>
}
export type ListContext = EndpointContext<undefined, undefined, ReturnType<typeof settled>>

/** One for all lists: each schema is several objects that stay. */
const counted = { total: z.number().int(), capped: z.boolean().optional(), as_of: instant }

/** A list in the shared envelope: { rows, total, capped?, as_of }. Every module's own list goes through here too. */
export function listEndpoint(api: Api, { read, takes, picks = false, also = {}, ...spec }: ListSpec): void {
  api.endpoint(
    {
      ...spec,
      method: 'POST',
      list: takes,
      // Of some hundred lists a program answers a few, and each is fifty schemas of a kilobyte: they are made at the
      // first request for one.
      body: z.lazy(() => listBody(takes)),
      response: z.lazy(() => z.object({ rows: z.array(takes.row), ...counted, ...also })),
    },
    async context => {
      const isResource = (context.body as { resourceId?: string }).resourceId !== undefined
      const body = await withSubjectType(
        context.db,
        context.scope,
        takes,
        settled(context.body, takes, context.now),
        isResource,
      )
      const answer = await read({ ...context, body } as ListContext)
      return picks || !body.fields
        ? answer
        : { ...answer, rows: answer.rows.map(row => picked(row, body.fields ?? [])) }
    },
  )
}

/** A row keeps what it is known by. */
export const picked = (row: object, fields: readonly string[]) =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => name === '_id' || name === 'id' || fields.includes(name)),
  )
