/**
 * Finds the level that a slot's report won: by its sources, its number at the machines, and what it stood at around
 * then.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { addedSince, contributedTo } from './added.queries'
import { NEAR_MS, type Report } from './gather'
import type { JackpotLevelsTable, WinReportsTable } from './jackpots.table'
import type { WinReportCause, WinReportState } from './win-reports.contract'
import { PARTS, partsOf } from './level-value'
import { recordWin } from './win-record.service'

/** An amount that no level stands at yet: what was played may still be on its way. */
const WAITS_MS = HOUR_MS
export const LOOK_AGAIN_MS = 30_000

const startOfHour = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS

/** Progressive levels that the slot fed then. A level without a number at the machines may be any of theirs. */
export async function candidatesFor(
  db: Db,
  { slot_id, location_id, tenant_id, currency, level_nr, from_at }: WinReportsTable,
): Promise<JackpotLevelsTable[]> {
  const hour = startOfHour(from_at)
  const { rows } = await sql<{ id: string }>`select l.id from jackpot_levels l
    where l.tenant_id = ${tenant_id} and l.currency = ${currency} and l.kind = 'progressive' and l.archived_at is null
      and exists (select 1 from jackpot_sources s where s.jackpot_id = l.jackpot_id and s.from_hour <= ${hour} and (s.to_hour is null or s.to_hour > ${hour})
        and (s.location_id is null or s.location_id = ${location_id}) and (s.slot_id is null or s.slot_id = ${slot_id}))`.execute(
    db,
  )
  if (rows.length === 0) return []
  // Held in one order, so that two who judge never wait for each other.
  const held: JackpotLevelsTable[] = []
  for (const id of rows.map(row => row.id).sort()) {
    const level = await db
      .updateTable('jackpot_levels')
      .set(row => ({ updated_at: row.ref('updated_at') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    held.push(level)
  }
  const numbered = level_nr === null ? held : held.filter(one => one.machine_level === level_nr)
  // If no level has that number, those without one are candidates.
  return numbered.length > 0 ? numbered : held.filter(one => one.machine_level === null)
}

/**
 * Computes the level's value from the hour before until the hour after, in minor units: readings come every few
 * minutes, and are booked by whole hours.
 */
async function stoodAt(
  db: Db,
  level: JackpotLevelsTable,
  { from_at, to_at }: Pick<WinReportsTable, 'from_at' | 'to_at'>,
): Promise<{ least: number; most: number }> {
  const { visible } = await contributedTo(db, level.id)
  const now = partsOf({ ...level, visible })
  const least = Math.max(
    level.start_minor * PARTS,
    now - (await addedSince(db, level, startOfHour(from_at) - HOUR_MS)).visible,
  )
  const most = now - (await addedSince(db, level, startOfHour(to_at) + 2 * HOUR_MS)).visible
  const capped = (parts: number) =>
    Math.min(parts, (level.limit_minor ?? Number.MAX_SAFE_INTEGER / PARTS) * PARTS)
  return { least: Math.floor(capped(least) / PARTS), most: Math.floor(capped(Math.max(least, most)) / PARTS) }
}

/** Whether a level was won by it. In a transaction. */
export async function decide(db: Db, id: string, now: number): Promise<boolean> {
  const winReport = await db
    .selectFrom('jackpot_tellings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (winReport.state === 'won') await completeAmount(db, winReport, now)
  if (winReport.state !== 'open') return false
  const levels = await candidatesFor(db, winReport)
  const [only] = levels
  const known = levels.length === 1 && only ? only.id : null
  const settle = async (state: WinReportState, cause: WinReportCause | null) => {
    await db
      .updateTable('jackpot_tellings')
      .set({ state, cause, level_id: known, updated_at: now, look_at: now + LOOK_AGAIN_MS })
      .where('id', '=', id)
      .execute()
    return false
  }
  const age = now - winReport.created_at
  if (!only) return settle('unmatched', 'no_level')
  const began = levels.filter(level => winReport.to_at >= level.run_started_at)
  if (began.length === 0) return settle('unmatched', 'earlier_run')
  const free = began.filter(({ state }) => state === 'running')
  if (free.length === 0) return settle('unmatched', 'level_is_won')
  if (winReport.amount_minor === null) {
    const [level] = free
    if (levels.length === 1 && level) return winBy(db, winReport, level, 'hit_pending', now)
    return age < NEAR_MS ? settle('open', 'no_amount') : settle('unmatched', 'no_amount')
  }
  const fitting: JackpotLevelsTable[] = []
  for (const level of free) {
    const { least, most } = await stoodAt(db, level, winReport)
    if (winReport.amount_minor >= least && winReport.amount_minor <= most) fitting.push(level)
  }
  const [fit, ...others] = fitting
  if (!fit) return age < WAITS_MS ? settle('open', 'amount') : settle('unmatched', 'amount')
  if (others.length > 0) return settle('unmatched', 'several')
  return winBy(db, winReport, fit, 'celebrating', now)
}

/** In a transaction that holds the level. */
export async function winBy(
  db: Db,
  winReport: WinReportsTable,
  level: JackpotLevelsTable,
  state: 'hit_pending' | 'celebrating',
  now: number,
): Promise<true> {
  const { least, most } = await stoodAt(db, level, winReport)
  const win = await recordWin(
    db,
    level,
    {
      slotId: winReport.slot_id,
      locationId: winReport.location_id,
      at: winReport.from_at,
      // Until its amount is reported, the level's value stands for it.
      amount: winReport.amount_minor ?? most,
      state,
      evidence: { value_before: least, value_after: most, contributions: [] },
    },
    now,
  )
  await db
    .updateTable('jackpot_tellings')
    .set({ state: 'won', cause: null, level_id: level.id, win_id: win, updated_at: now })
    .where('id', '=', winReport.id)
    .execute()
  return true
}

/**
 * Fills in the amount of a win that was reported without one. A person confirms an amount that the level never stood
 * at.
 */
async function completeAmount(db: Db, winReport: WinReportsTable, now: number): Promise<void> {
  const { win_id, amount_minor, level_id } = winReport
  if (win_id === null || amount_minor === null || level_id === null) return
  const win = await db
    .selectFrom('jackpot_wins')
    .select(['state', 'level_id'])
    .where('id', '=', win_id)
    .executeTakeFirstOrThrow()
  if (win.state !== 'hit_pending') return
  const level = await db
    .selectFrom('jackpot_levels')
    .selectAll()
    .where('id', '=', win.level_id)
    .executeTakeFirstOrThrow()
  const { least, most } = await stoodAt(db, level, winReport)
  if (amount_minor < least || amount_minor > most) return
  await setAmount(db, { id: win_id, levelId: level.id }, amount_minor, now)
}

/** Sets the amount, and the win is celebrated from now on. In a transaction. */
export async function setAmount(
  db: Db,
  { id, levelId }: { id: string; levelId: string },
  amount: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jackpot_wins')
    .set(row => ({
      state: 'celebrating',
      amount_minor: amount,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'hit_pending')
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== 1) return false
  await db
    .updateTable('jackpot_levels')
    .set(row => ({ won_minor: amount, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', levelId)
    .execute()
  return true
}

export const reportsOf = ({ evidence }: Pick<WinReportsTable, 'evidence'>): Report[] =>
  JSON.parse(evidence) as Report[]
