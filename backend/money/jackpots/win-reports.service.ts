/** A person decides about the wins that slots have reported. */
import { recordChange } from '../../platform/audit/audit.service'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { candidatesFor, setAmount, winBy } from './match.service'

interface Deciding {
  db: Db
  actor: Actor
  now: number
}
type Outcome = { outcome: 'done' } | { outcome: 'skipped'; reason: string }
const skipped = (reason: string): Outcome => ({ outcome: 'skipped', reason })

const hold = (db: Db, id: string) =>
  db
    .updateTable('jackpot_tellings')
    .set(row => ({ look_at: row.ref('look_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** It was a win, whatever the level stood at: the present run of the only level that it can be is won. */
export async function acceptWinReport(
  { db, actor, now }: Deciding,
  id: string,
  reason: string,
): Promise<Outcome> {
  const report = await hold(db, id)
  if (report.state !== 'open' && report.state !== 'unmatched') return skipped(report.state)
  if (report.amount_minor === null) return skipped('no_amount')
  const levels = await candidatesFor(db, report)
  const [level] = levels
  if (!level) return skipped('no_level')
  if (levels.length > 1) return skipped('several')
  if (level.state !== 'running') return skipped('level_is_won')
  await winBy(db, report, level, 'celebrating', now)
  await decided({ db, actor, now }, report, 'accept', reason)
  return { outcome: 'done' }
}

/** There was no win. A level that was held for it runs again. */
export async function dismissWinReport(
  { db, actor, now }: Deciding,
  id: string,
  reason: string,
): Promise<Outcome> {
  const report = await hold(db, id)
  if (report.state === 'dismissed') return skipped('dismissed')
  if (report.state === 'won') {
    const win = await db
      .updateTable('jackpot_wins')
      .set(row => ({ state: 'withdrawn', updated_at: now, version: row('version', '+', 1) }))
      .where('id', '=', report.win_id ?? '')
      .where('state', '=', 'hit_pending')
      .returning('level_id')
      .executeTakeFirst()
    if (!win) return skipped('won')
    await db
      .updateTable('jackpot_levels')
      .set(row => ({
        state: 'running',
        won_minor: null,
        hits: row('hits', '-', 1),
        updated_at: now,
        version: row('version', '+', 1),
      }))
      .where('id', '=', win.level_id)
      .execute()
  }
  await db
    .updateTable('jackpot_tellings')
    .set({ state: 'dismissed', cause: null })
    .where('id', '=', id)
    .execute()
  await decided({ db, actor, now }, report, 'dismiss', reason)
  return { outcome: 'done' }
}

/** A win that was reported without an amount gets one: what the machine shows, or what the level stood at. */
export async function confirmWin(
  { db, actor, now }: Deciding,
  win: { _id: string; number: string; state: string; level: { _id: string }; tenant: { _id: string } },
  amount: { minor: number; currency: string },
  reason: string,
): Promise<Outcome> {
  if (!(await setAmount(db, { id: win._id, levelId: win.level._id }, amount.minor, now)))
    return skipped(win.state)
  await recordChange(
    db,
    actor,
    {
      entity: 'jackpot-win',
      id: win._id,
      tenantId: win.tenant._id,
      action: 'confirm',
      before: { number: win.number, state: 'hit_pending' },
      after: { number: win.number, state: 'celebrating', amount, reason },
    },
    now,
  )
  return { outcome: 'done' }
}

async function decided(
  { db, actor, now }: Deciding,
  report: { id: string; tenant_id: string; state: string; amount_minor: number | null; currency: string },
  action: 'accept' | 'dismiss',
  reason: string,
): Promise<void> {
  await db
    .updateTable('jackpot_tellings')
    .set(row => ({
      decided_by: actor.name,
      decided_at: now,
      decision_reason: reason,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', report.id)
    .execute()
  const amount =
    report.amount_minor === null ? null : { minor: report.amount_minor, currency: report.currency }
  await recordChange(
    db,
    actor,
    {
      entity: 'jackpot-telling',
      id: report.id,
      tenantId: report.tenant_id,
      action,
      before: { state: report.state, amount },
      after: { state: action === 'accept' ? 'won' : 'dismissed', amount, reason },
    },
    now,
  )
}
