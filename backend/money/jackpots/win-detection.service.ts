/**
 * Wins of progressive jackpots, by what their slots tell: gathered, matched with a level, won once a run; what matches
 * nothing waits for a person.
 */
import { sql } from 'kysely'
import { HOUR_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import { LATER_MS, meantOf, NEAR_MS, withReport, type Gathered, type Report } from './gather'
import { FAILED } from './wins.service'
import type { JackpotMetersTable, WinReportsTable } from './jackpots.table'
import { decide, LOOK_AGAIN_MS } from './match.service'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { payReportedWins } from './payment-reports.service'
import { slotsWithReports } from './progressive-reports.service'

/** Longest that a bare reset of a handpay waits for the win it paid: as long as a SMIB keeps what it could not send. */
const RESET_WAITS_MS = 72 * HOUR_MS
const MOST_WAITING = 100

interface WinReport extends Gathered {
  id: string
  row: WinReportsTable | undefined
  isChanged: boolean
}

interface Slot {
  id: string
  tenant_id: string
  location_id: string
  currency: string
  denomination_minor: number
}

/** Answers how many levels were won. */
export async function detectWins(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const { db, clock } = deps
  let found = 0
  const slots = await slotsWithReports(db)
  await tenantByTenant(deps, [...slots.keys()], {
    failed: FAILED,
    async work(tenant) {
      const own = slots.get(tenant) ?? []
      for (const { slot_id } of own)
        found += await db.transaction().execute(tx => judge(tx, slot_id, clock()))
      return own.length
    },
  })
  const due = sql<{
    tenant_id: string
  }>`select tenant_id from jackpot_tellings where state = 'open' and look_at <= ${clock()}
    group by tenant_id order by min(look_at)`
  await tenantByTenant(deps, await tenantsWith(db, due), {
    most: MOST_WAITING,
    failed: FAILED,
    async work(tenant, most) {
      const waiting = await db
        .selectFrom('jackpot_tellings')
        .select('id')
        .where('tenant_id', '=', tenant)
        .where('state', '=', 'open')
        .where('look_at', '<=', clock())
        .limit(most)
        .execute()
      for (const { id } of waiting)
        if (await db.transaction().execute(tx => lookAgain(tx, id, clock()))) found++
      return waiting.length
    },
  })
  return found
}

/** Locks the slot's reports, so that of two who judge at once the second finds nothing left. */
async function judge(db: Db, slotId: string, now: number): Promise<number> {
  const [meters] = await db
    .updateTable('jackpot_meters')
    .set(row => ({ at: row.ref('at') }))
    .where('slot_id', '=', slotId)
    .returningAll()
    .execute()
  const reports = await db
    .updateTable('jackpot_reports')
    .set({ state: 'read' })
    .where('slot_id', '=', slotId)
    .where('state', '=', 'new')
    .returningAll()
    .execute()
  const slot = await db
    .selectFrom('slots')
    .select(['id', 'tenant_id', 'location_id', 'currency', 'denomination_minor'])
    .where('id', '=', slotId)
    .executeTakeFirst()
  const [newest] = reports.toSorted((a, b) => b.at - a.at)
  if (!slot) return 0
  // The slot may have moved since, so the location of its newest report counts.
  const place: Slot = {
    ...slot,
    ...(newest && { location_id: newest.location_id, tenant_id: newest.tenant_id }),
  }
  const winReports = await winReportsOf(db, slotId)
  for (const { code, at, level_nr, amount_minor, is_progressive } of reports.toSorted(
    (a, b) => a.at - b.at,
  )) {
    if (code === '52' && is_progressive !== 1) continue
    take(winReports, { code, at, level: level_nr, amount: amount_minor })
  }
  if (meters) await readMeters(db, winReports, place, meters, now)
  let found = 0
  for (const winReport of winReports.filter(one => one.isChanged)) {
    const id = await keep(db, winReport, place, now)
    if (await decide(db, id, now)) found++
  }
  await payReportedWins(db, slotId, now)
  await db
    .deleteFrom('jackpot_reports')
    .where('slot_id', '=', slotId)
    .where('code', '=', '52')
    .where('at', '<', now - RESET_WAITS_MS)
    .execute()
  return found
}

async function lookAgain(db: Db, id: string, now: number): Promise<boolean> {
  const held = await db
    .updateTable('jackpot_tellings')
    .set({ look_at: now + LOOK_AGAIN_MS })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('slot_id')
    .executeTakeFirst()
  if (!held) return false
  const isWon = await decide(db, id, now)
  await payReportedWins(db, held.slot_id, now)
  return isWon
}

const winReportsOf = async (db: Db, slotId: string): Promise<WinReport[]> =>
  (
    await db
      .selectFrom('jackpot_tellings')
      .selectAll()
      .where('slot_id', '=', slotId)
      .orderBy('from_at', 'desc')
      .limit(200)
      .execute()
  ).map(row => ({
    id: row.id,
    row,
    isChanged: false,
    level: row.level_nr,
    amount: row.amount_minor,
    from: row.from_at,
    to: row.to_at,
    reports: JSON.parse(row.evidence) as Report[],
  }))

function take(winReports: WinReport[], report: Report): void {
  const meant = meantOf(winReports, report)
  if (meant) winReports[winReports.indexOf(meant)] = { ...withReport(meant, report), isChanged: true }
  else
    winReports.push({
      id: '',
      row: undefined,
      isChanged: true,
      level: report.level,
      amount: report.amount,
      from: report.at,
      to: report.at,
      reports: [report],
    })
}

/**
 * A meter whose movement the reported events explain says nothing new. The rest of its movement is a win without an
 * event, once no event has come for a while: several wins at once could not be distinguished.
 */
async function readMeters(
  db: Db,
  winReports: WinReport[],
  slot: Slot,
  meters: JackpotMetersTable,
  now: number,
): Promise<void> {
  const { at, seen_at, moved_at } = meters
  const moved = [
    { code: '001D', value: meters.machine_paid, seen: meters.seen_machine },
    { code: '0020', value: meters.hand_paid, seen: meters.seen_hand },
  ].flatMap(({ code, value, seen }) =>
    // After a slot's memory was cleared its meters begin anew.
    value === null || seen === null || seen_at === null || value <= seen
      ? []
      : [{ code, ...explained(winReports, (value - seen) * slot.denomination_minor, { at, seen_at }) }],
  )
  const isWaiting = moved.some(({ left }) => left > 0) && now < (moved_at ?? now) + NEAR_MS
  if (isWaiting && moved_at !== null) return
  if (!isWaiting)
    for (const { code, by, left } of moved) {
      for (const one of by)
        winReports[winReports.indexOf(one)] = {
          ...one,
          isChanged: true,
          reports: [...one.reports, { code, at, level: null, amount: one.amount }],
        }
      if (left > 0) take(winReports, { code, at, level: null, amount: left })
    }
  await db
    .updateTable('jackpot_meters')
    .set(
      isWaiting
        ? { moved_at: now }
        : { moved_at: null, seen_at: at, seen_machine: meters.machine_paid, seen_hand: meters.hand_paid },
    )
    .where('slot_id', '=', slot.id)
    .execute()
}

const isMeter = ({ code }: Report) => code === '001D' || code === '0020'

/** Returns the win reports that a movement consists of, and the amount that they leave unexplained. */
function explained(
  winReports: readonly WinReport[],
  moved: number,
  { at, seen_at }: { at: number; seen_at: number },
): { by: WinReport[]; left: number } {
  let left = moved
  const by = winReports
    .filter(one => one.amount !== null && !one.reports.some(isMeter))
    .filter(one => one.from <= at && one.to >= seen_at - LATER_MS)
    .sort((a, b) => Number(b.amount === moved) - Number(a.amount === moved) || a.from - b.from)
    .filter(({ amount }) => {
      if (amount === null || amount > left) return false
      left -= amount
      return true
    })
  return { by, left }
}

async function keep(db: Db, winReport: WinReport, slot: Slot, now: number): Promise<string> {
  const { row, level, amount, from, to, reports } = winReport
  const columns = {
    level_nr: level,
    amount_minor: amount,
    from_at: from,
    to_at: to,
    evidence: JSON.stringify(reports),
    updated_at: now,
  }
  if (row) {
    await db
      .updateTable('jackpot_tellings')
      .set(one => ({
        ...columns,
        version: one('version', '+', 1),
        // An undecided report is matched again, because it knows more now.
        ...(row.state === 'unmatched' && { state: 'open' as const, look_at: now, cause: null }),
      }))
      .where('id', '=', row.id)
      .execute()
    return row.id
  }
  const id = newId(now)
  await db
    .insertInto('jackpot_tellings')
    .values({
      id,
      tenant_id: slot.tenant_id,
      location_id: slot.location_id,
      slot_id: slot.id,
      currency: slot.currency,
      search: '',
      version: 1,
      archived_at: null,
      created_at: now,
      state: 'open',
      cause: null,
      level_id: null,
      win_id: null,
      look_at: now,
      decided_by: null,
      decision_reason: null,
      decided_at: null,
      ...columns,
    })
    .execute()
  return id
}
