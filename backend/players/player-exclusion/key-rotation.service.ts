/**
 * A new key for hashes whose numbers nobody has: each stored hash becomes its HMAC under the new key, in pieces. A hash
 * of the national list and of a person's document is one value, so both go in one statement each of one transaction,
 * and a writer brings what it touches forward first: rows of one number are always of one generation. A process that is
 * killed leaves whole pieces; look-ups compare with every generation until the last is done.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { systemActor, type Actor } from '../../platform/request/actor'
import { tenantsWith } from '../../platform/tasks/each-tenant.service'
import { defineTask, enqueue } from '../../platform/tasks/tasks.service'
import { heldKeyring, rotateKey, type Keyring } from './identity'

/** Rows a transaction: who writes exclusions waits no longer than for these. */
const PIECE = 2_000
const tables = ['onjn_exclusions', 'player_documents'] as const

interface Move {
  tenant_id: string
  hash: string
  next: string
}

/**
 * In a transaction. Throws 409 `rotation_running` while the rotation before is not over. Returns the new generation and
 * the task.
 */
export async function beginRotation(
  db: Db,
  actor: Actor,
  { reason, now }: { reason: string; now: number },
): Promise<{ generation: number; task: string }> {
  const { newest } = await heldKeyring(db, now)
  if ((await behind(db, newest)) > 0)
    throw new Problem(409, 'rotation_running', {
      message: 'The rotation before is not over: its task says how far it is',
    })
  const generation = await rotateKey(db, now)
  const queued = { tenantId: SYSTEM_TENANT, createdBy: actor.name, now }
  const task = await enqueue(db, rotationTask, { generation }, queued)
  await noteRotation(db, actor, 'begin_rotation', { generation, reason }, now)
  return { generation, task }
}

/** Stopped, it delays only what is left: the hourly sweep takes that. */
export const rotationTask = defineTask('exclusion_key', {
  title: 'tasks:kinds.exclusion_key',
  input: z.object({ generation: z.number().int() }),
  checkpoint: z.object({ total: z.number().int(), moved: z.number().int() }),
  maxAttempts: 5,
  handler: async ({ input: { generation }, checkpoint, save, signal, deps: { db, clock } }) => {
    const total = checkpoint?.total ?? (await behind(db, generation))
    let moved = checkpoint?.moved ?? 0
    for (let piece = 1; piece > 0;) {
      signal.throwIfAborted()
      piece = await db.transaction().execute(async tx => {
        const went = await renewPiece(tx, clock())
        const all = moved + went
        const share = total === 0 ? 10_000 : Math.min(10_000, Math.floor((all / total) * 10_000))
        await save({ total, moved: all }, share, String(all), tx)
        if (went === 0)
          await noteRotation(tx, systemActor, 'end_rotation', { generation, hashes: all }, clock())
        return went
      })
      moved += piece
    }
    return { generation, hashes: moved }
  },
})

const noteRotation = (db: Db, actor: Actor, action: string, after: Record<string, unknown>, now: number) =>
  recordChange(
    db,
    actor,
    { entity: 'exclusion_key', id: SYSTEM_TENANT, tenantId: SYSTEM_TENANT, action, before: null, after },
    now,
  )

/** How many hashes are of an earlier generation. */
async function behind(db: Db, newest: number): Promise<number> {
  let all = 0
  for (const table of tables) {
    const { left } = await db
      .selectFrom(table)
      .select(row => row.fn.countAll<number>().as('left'))
      .where('generation', '<', newest)
      .executeTakeFirstOrThrow()
    all += Number(left)
  }
  return all
}

/** All that are of earlier generations. Returns how many. */
export async function renewHashes(db: Db, now: number, signal?: AbortSignal): Promise<number> {
  let renewed = 0
  for (let went = 1; went > 0 && !signal?.aborted; renewed += went)
    went = await db.transaction().execute(tx => renewPiece(tx, now))
  return renewed
}

/** In a transaction, of one tenant. Zero when nothing is left of any. */
export async function renewPiece(db: Db, now: number, most = PIECE): Promise<number> {
  const ring = await heldKeyring(db, now)
  for (const table of tables) {
    const [tenant] = await tenantsWith(
      db,
      sql`select tenant_id from ${sql.table(table)} where generation < ${ring.newest} order by generation, hash limit 1`,
    )
    if (tenant === undefined) continue
    const rows = await db
      .selectFrom(table)
      .select(['tenant_id', 'hash', 'generation'])
      .where('tenant_id', '=', tenant)
      .where('generation', '<', ring.newest)
      .orderBy('generation')
      .orderBy('hash')
      .limit(most)
      .execute()
    if (rows.length > 0)
      return move(
        db,
        ring,
        rows.map(({ tenant_id, hash, generation }) => ({
          tenant_id,
          hash,
          next: ring.renewed({ hash, generation: Number(generation) }).hash,
        })),
      )
  }
  return 0
}

/**
 * Before hashes of these numbers are written or counted: whatever is stored of them is of the newest generation then.
 * With a held keyring.
 */
export async function bringForward(
  db: Db,
  ring: Keyring,
  tenantId: string,
  shas: readonly string[],
): Promise<void> {
  if (ring.newest === 1 || shas.length === 0 || !(await isUnderWay(db, ring, tenantId))) return
  await move(
    db,
    ring,
    shas.flatMap(sha => {
      const all = ring.all(sha)
      const next = all.at(-1) as string
      return all.slice(0, -1).map(hash => ({ tenant_id: tenantId, hash, next }))
    }),
  )
}

async function isUnderWay(db: Db, { newest }: Keyring, tenantId: string): Promise<boolean> {
  for (const table of tables) {
    const one = await db
      .selectFrom(table)
      .select('hash')
      .where('tenant_id', '=', tenantId)
      .where('generation', '<', newest)
      .limit(1)
      .executeTakeFirst()
    if (one) return true
  }
  return false
}

async function move(db: Db, { newest }: Keyring, moves: readonly Move[]): Promise<number> {
  let moved = 0
  for (const table of tables) {
    const done = await sql`update ${sql.table(table)} set hash = b.next, generation = ${newest}
      from ${rowsAsTable(db, { tenant_id: 'text', hash: 'text', next: 'text' }, moves)}
      where ${sql.table(table)}.tenant_id = b.tenant_id and ${sql.table(table)}.hash = b.hash`.execute(db)
    moved += Number(done.numAffectedRows ?? 0)
  }
  return moved
}
