/**
 * Mystery levels that have passed their point are won, once each; then a person confirms the payment and resets the
 * level.
 */
import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { dueByTenant, tenantByTenant } from '../../platform/tasks/each-tenant.service'
import { drawPoint } from './draw'
import type { JackpotLevelsTable, JackpotSharesTable } from './jackpots.table'
import { PARTS, partsOf, valueOf } from './level-value'
import { recordWin, type WinEvidence } from './win-record.service'

const MOST_EVIDENCE = 500
/** For the log. */
export const FAILED = 'jackpots could not be looked at'

/** Looks at every level that can be won. Answers how many were. */
export async function findWins(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const { db, clock } = deps
  // Only those that somebody has fed since they were looked at last.
  const fed = await dueByTenant(
    db,
    sql<{ tenant_id: string; id: string }>`select distinct l.tenant_id, l.id from jackpot_levels l
      join jackpot_shares s on s.level_id = l.id and s.visible <> s.seen
      where l.kind = 'mystery' and l.state = 'running' and l.archived_at is null`,
  )
  return tenantByTenant(deps, [...fed.keys()], {
    failed: FAILED,
    async work(tenant) {
      let found = 0
      for (const { id } of fed.get(tenant) ?? [])
        if (await db.transaction().execute(tx => lookAt(tx, id, clock()))) found++
      return found
    },
  })
}

/** Holds the level, so that of two who look at once the second finds what the first has left. */
async function lookAt(db: Db, levelId: string, now: number): Promise<boolean> {
  const level = await db
    .updateTable('jackpot_levels')
    .set({ state: 'running' })
    .where('id', '=', levelId)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  if (!level || level.point_minor === null) return false
  // Written below in the order in which ingestion writes them, so that the two do not wait for each other.
  const shares = await db
    .selectFrom('jackpot_shares')
    .selectAll()
    .where('level_id', '=', levelId)
    .orderBy('slot_id')
    .execute()
  const visible = shares.reduce((sum, one) => sum + one.visible, 0)
  const isWon = partsOf({ ...level, visible }) >= level.point_minor * PARTS
  if (isWon) await win(db, level, level.point_minor, shares, now)
  for (const { slot_id, visible: seen } of shares.filter(one => one.visible !== one.seen))
    await db
      .updateTable('jackpot_shares')
      .set({ seen })
      .where('level_id', '=', levelId)
      .where('slot_id', '=', slot_id)
      .execute()
  return isWon
}

/**
 * The rule of who wins (convention): what was contributed since the level was last seen below its point counts in the
 * order in which the newest reading of each slot was taken, slots of one instant by their ids; the slot whose
 * contribution passes the point has won. The amount is the point: what was contributed beyond it belongs to the next
 * run.
 */
async function win(
  db: Db,
  level: JackpotLevelsTable,
  point: number,
  shares: readonly JackpotSharesTable[],
  now: number,
): Promise<void> {
  const seen = shares.reduce((sum, one) => sum + one.seen, 0)
  const fresh = shares
    .filter(one => one.visible > one.seen)
    .sort((a, b) => a.last_at - b.last_at || (a.slot_id < b.slot_id ? -1 : 1))
  const parts_before = partsOf({ ...level, visible: seen })
  let parts = parts_before
  const winner =
    fresh.find(one => (parts += one.visible - one.seen) >= point * PARTS) ?? fresh.at(-1) ?? shares[0]
  if (!winner) return
  const evidence: WinEvidence = {
    value_before: Math.floor(parts_before / PARTS),
    parts_before,
    value_after: Math.floor(parts / PARTS),
    contributions: fresh
      .slice(0, MOST_EVIDENCE)
      .map(({ slot_id, visible, seen, last_at }) => ({ slot_id, parts: visible - seen, last_at })),
  }
  await recordWin(
    db,
    level,
    { slotId: winner.slot_id, at: winner.last_at, amount: point, state: 'celebrating', evidence },
    now,
  )
}

/**
 * A level whose win is paid begins its next run with its seed and the hidden reserve; what was contributed beyond the
 * amount stays in it. Throws 409 `jackpot_not_paid`. In a transaction.
 */
export async function resetLevel(db: Db, levelId: string, now: number): Promise<{ start_minor: number }> {
  const level = await db
    .updateTable('jackpot_levels')
    .set({ updated_at: now })
    .where('id', '=', levelId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const won = await db
    .selectFrom('jackpot_wins')
    .selectAll()
    .where('level_id', '=', levelId)
    .where('run', '=', level.run)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst()
  if (level.state !== 'hit' || won?.state !== 'paid') throw new Problem(409, 'jackpot_not_paid')
  const { hidden } = await db
    .selectFrom('jackpot_shares')
    .select(row => row.fn.sum('hidden').as('hidden'))
    .where('level_id', '=', levelId)
    .executeTakeFirstOrThrow()
  const reserve = Math.max(0, valueOf({ ...level, visible: 0, hidden: Number(hidden ?? 0) }, null).hiddenPool)
  const run = level.run + 1
  const start_minor = level.seed_minor + reserve
  const [from, to] = [level.hit_from_minor, level.hit_to_minor]
  await db
    .updateTable('jackpot_levels')
    .set(row => ({
      state: 'running',
      run,
      won_minor: null,
      run_started_at: now,
      start_minor,
      taken: level.taken + (won.amount_minor - level.start_minor) * PARTS,
      hidden_taken: level.hidden_taken + reserve * PARTS,
      // A run that begins above its range is drawn above what it begins with.
      ...(from !== null && to !== null
        ? drawPoint(levelId, run, Math.max(from, start_minor + 1), Math.max(to, start_minor + 2))
        : {}),
      version: row('version', '+', 1),
    }))
    .where('id', '=', levelId)
    .execute()
  await db
    .updateTable('jackpot_wins')
    .set(row => ({ state: 'reset', reset_at: now, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', won.id)
    .execute()
  return { start_minor }
}

/**
 * Another point, as when somebody may have learned of the last one, which is opened in the audit log. Never below what
 * the level stands at. In a transaction.
 */
export async function redraw(
  db: Db,
  levelId: string,
  now: number,
): Promise<{ before: object; after: object }> {
  const level = await db
    .updateTable('jackpot_levels')
    .set({ updated_at: now })
    .where('id', '=', levelId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const [from, to] = [level.hit_from_minor, level.hit_to_minor]
  if (level.state !== 'running' || from === null || to === null) throw new Problem(409, 'jackpot_not_running')
  const { visible } = await db
    .selectFrom('jackpot_shares')
    .select(row => row.fn.sum('visible').as('visible'))
    .where('level_id', '=', levelId)
    .executeTakeFirstOrThrow()
  const value = Math.floor(partsOf({ ...level, visible: Number(visible ?? 0) }) / PARTS)
  const least = Math.max(from, value + 1)
  const drawn = drawPoint(levelId, level.run, least, Math.max(to, least + 1))
  await db
    .updateTable('jackpot_levels')
    .set(row => ({ ...drawn, version: row('version', '+', 1) }))
    .where('id', '=', levelId)
    .execute()
  const { point_minor, point_nonce, point_hash } = level
  // Not by their columns' names: the audit log hides whatever is called a hash.
  return {
    before: { point_minor, point_nonce, commitment: point_hash },
    after: { commitment: drawn.point_hash },
  }
}
