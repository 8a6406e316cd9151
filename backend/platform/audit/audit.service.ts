/**
 * The audit log's one way in: who, when, from where, what, before and after (ruling 25), in the transaction of the
 * change itself.
 */
import { fold } from '../contract/fold'
import { insertion, isPostgres, pipelined } from '../db/bulk'
import type { ColumnType, Scalar } from '../db/stored-as'
import type { Db } from '../db/database'
import { newId } from '../db/new-id'
import type { Actor } from '../request/actor'
import type { AuditLogTable } from './audit.table'
import { GENESIS, hashOf } from './chain'
import { redact } from './redact'
import { enterChain } from './registry'
import { auditKey, headSeal, isSame } from './seals'

export { verifyChain } from './verify'
export { entriesInAll, readEntry } from './audit.queries'

export interface Change {
  /** The contract's `one`: slot, location, user … */
  entity: string
  id: string
  /** Whose data it is, not who changed it. SYSTEM_TENANT when it is no tenant's. */
  tenantId: string
  /** create, update, archive, unarchive, or the command's name. */
  action: string
  before: object | null
  after: object | null
}

export type Who = Pick<Actor, 'kind' | 'id' | 'name' | 'ip' | 'requestId'>

/**
 * `at`: epoch milliseconds. Throws outside a transaction: an entry without its change, or a change without its entry,
 * must not exist.
 */
export const recordChange = (db: Db, actor: Who, change: Change, at: number): Promise<void> =>
  recordChanges(db, actor, [change], at)

/** As many `recordChange`s, in three statements a tenant: for commands over many rows. */
export async function recordChanges(
  db: Db,
  actor: Who,
  changes: readonly Change[],
  at: number,
): Promise<void> {
  if (!db.isTransaction) throw new Error('recordChange belongs in the transaction of the change')
  // Always in the same order, so that two writers of several tenants do not wait for each other.
  const tenants = [...new Set(changes.map(change => change.tenantId))].sort()
  for (const tenantId of tenants)
    await append(
      db,
      actor,
      tenantId,
      changes.filter(change => change.tenantId === tenantId),
      at,
    )
}

const columns = {
  id: 'text',
  tenant_id: 'text',
  seq: 'bigint',
  at: 'bigint',
  actor_kind: 'text',
  actor_id: 'text',
  actor_name: 'text',
  ip: 'text',
  request_id: 'text',
  entity: 'text',
  entity_id: 'text',
  action: 'text',
  before_json: 'text',
  after_json: 'text',
  prev_hash: 'text',
  hash: 'text',
  search: 'text',
} as const satisfies Record<keyof AuditLogTable, ColumnType>
const names = Object.keys(columns) as (keyof AuditLogTable)[]
const intoLog = insertion('audit_log', columns)
/** Entries of one statement on the embedded database: these are written while the next are worked out. */
const SLICE = 64

async function append(db: Db, actor: Who, tenantId: string, changes: Change[], at: number): Promise<void> {
  // The update locks the tenant's head until commit: the next writer sees this one's seq and hash, or none of it.
  const row = await db
    .insertInto('audit_heads')
    .values({
      tenant_id: tenantId,
      seq: changes.length,
      hash: GENESIS,
      plain_seq: 0,
      adopted_seq: 0,
      written_over_at: null,
      seal: null,
    })
    .onConflict(conflict =>
      conflict.column('tenant_id').doUpdateSet(set => ({ seq: set('audit_heads.seq', '+', changes.length) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const key = await auditKey(db)
  const before = { ...row, seq: row.seq - changes.length }
  const head = before.seal === null ? { ...before, ...(await enterChain(db, tenantId, before, at)) } : before
  // Going on over a head that somebody touched would hide it under a good seal, so the entry from which the chain
  // went on is stored, and sealed too.
  if (before.seal !== null && !isSame(headSeal(key, before), before.seal))
    head.written_over_at ??= before.seq + 1
  let { seq, hash } = before
  const entryOf = (change: Change): AuditLogTable => {
    const fields = {
      id: newId(at),
      tenant_id: tenantId,
      seq: ++seq,
      at,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      ip: actor.ip ?? null,
      request_id: actor.requestId ?? null,
      entity: change.entity,
      entity_id: change.id,
      action: change.action,
      before_json: json(change.before),
      after_json: json(change.after),
      prev_hash: hash,
    }
    hash = hashOf(key, fields)
    return { ...fields, hash, search: searchText(change, actor) }
  }
  const together = isPostgres(db) ? changes.length : SLICE
  await pipelined(
    db,
    (function* () {
      for (let from = 0; from < changes.length; from += together) {
        yield* intoLog(
          db,
          changes
            .slice(from, from + together)
            .map(entryOf)
            .map(entry => names.map((name): Scalar => entry[name])),
        )
      }
      const { plain_seq, adopted_seq, written_over_at } = head
      const end = { plain_seq, adopted_seq, written_over_at, hash }
      yield db
        .updateTable('audit_heads')
        .set({ ...end, seal: headSeal(key, { ...end, tenant_id: tenantId, seq: row.seq }) })
        .where('tenant_id', '=', tenantId)
        .compile()
    })(),
  )
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(redact(value)))

/** Names under which people know the thing, so that a search finds its history. */
const NAMES = ['name', 'code', 'serial', 'asset_no', 'mac', 'username'] as const

function searchText({ entity, id, action, before, after }: Change, actor: Who): string {
  const known = (name: string): unknown =>
    after && name in after
      ? (after as Record<string, unknown>)[name]
      : (before as Record<string, unknown> | null)?.[name]
  return fold(
    [actor.name, entity, action, id, ...NAMES.map(known).filter(value => typeof value === 'string')].join(
      ' ',
    ),
  )
}
