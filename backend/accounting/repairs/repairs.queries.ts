/**
 * What somebody sees of a repair when deciding: the readings around it, what is proposed, and what was decided before.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import { isSecondPerson } from '../../workflow/second-person/second-person.service'
import { ANSWER_WITHIN_MS } from '../../workflow/second-person/asking.service'
import type { Money } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { Problem } from '../../platform/contract/problem'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import type { Actor, Scope } from '../../platform/request/actor'
import { allows } from '../../platform/contract/permissions'
import { proposedAfter, type MeterBreak } from '../../telemetry/judgement/meter-breaks.service'
import { archivedIn } from '../archives/archived.service'
import type { RulingBody } from '../../telemetry/judgement/rulings.service'
import {
  AROUND,
  WITHIN,
  repairMeters,
  type RepairChoice,
  type RepairEffect,
  type RepairEntry,
  type RepairEvidence,
} from './repairs.contract'
import type { RepairDecisionsTable, RepairsTable } from './repairs.table'
import type { Selectable } from 'kysely'

export type StoredRepair = Selectable<RepairsTable>
const ENTRIES = 100
/** A slot that is online reports at least one reading an hour. */
const AROUND_MS = AROUND * HOUR_MS

/** Throws 404 for what is not there or not in scope. A proposal that nobody answered in time is none any more. */
export async function repairOf(db: Db, scope: Scope, id: string, now: number): Promise<StoredRepair> {
  const row = await db
    .selectFrom('repairs')
    .selectAll()
    .where('id', '=', id)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  if (row.waiting === null) return row
  const { at } = await db
    .selectFrom('repair_decisions')
    .select('at')
    .where('id', '=', row.waiting)
    .executeTakeFirstOrThrow()
  return at + ANSWER_WITHIN_MS > now ? row : { ...row, waiting: null }
}

export const metersOf = (repair: StoredRepair): MeterBreak['meters'] =>
  JSON.parse(repair.meters) as MeterBreak['meters']

/** The likeliest first. A clearing leaves nothing to ignore, and a fall no difference but the whole way round. */
const choicesOf: Record<MeterBreak['kind'], readonly RepairChoice[]> = {
  fell: ['ignore', 'break', 'confirm', 'insert'],
  jumped: ['ignore', 'confirm', 'break', 'insert'],
  silent: ['confirm', 'break', 'insert', 'ignore'],
  cleared: ['break', 'confirm', 'insert'],
  restarted: ['break', 'confirm', 'insert'],
  repriced: ['insert', 'confirm', 'break'],
  unproven: ['break', 'confirm', 'insert'],
}

export async function evidenceOf(
  db: Db,
  actor: Actor,
  scope: Scope,
  repair: StoredRepair,
): Promise<Omit<RepairEvidence, 'books' | 'stays' | 'would'>> {
  const meters = metersOf(repair)
  const entries = await db
    .selectFrom('repair_decisions')
    .selectAll()
    .where('repair_id', '=', repair.id)
    .orderBy('nr', 'desc')
    .limit(ENTRIES)
    .execute()
  const waiting = entries.find(({ id }) => id === repair.waiting)
  const location = await db
    .selectFrom('locations')
    .select('time_zone')
    .where('id', '=', repair.location_id)
    .executeTakeFirst()
  return {
    meters,
    proposal: proposedAfter(repair.kind, meters),
    choices: [...choicesOf[repair.kind]],
    time_zone: location?.time_zone ?? 'UTC',
    readings: await readingsAround(db, repair),
    archived: await archivedIn(db, scope, 'readings', {
      from: (repair.last_at ?? repair.crossing) - AROUND_MS,
      to: repair.until + AROUND_MS,
      places: { location: [repair.location_id] },
    }),
    decisions: entries.map((entry, index) => toWire(entry, entries[index + 1])),
    waiting: waiting ? toWire(waiting) : null,
    may_approve:
      waiting !== undefined &&
      allows(actor.permissions, 'slot::decide_repair') &&
      (await isSecondPerson(db, actor, waiting.user_id ?? '')),
    second_person_from: await secondPersonFrom(db, scope, repair),
  }
}

/** Who answers a proposal of their own can but withdraw it. */
const isWithdrawn = (row: RepairDecisionsTable, before: RepairDecisionsTable | undefined): boolean =>
  row.action === 'refuse' && before?.action === 'propose' && before.user_id === row.user_id

function toWire(row: RepairDecisionsTable, before?: RepairDecisionsTable): RepairEntry {
  const body = row.body === null ? null : (JSON.parse(row.body) as RulingBody)
  const effect = row.effect === null ? null : (JSON.parse(row.effect) as Pick<RepairEffect, 'total'>)
  return {
    _id: row.id,
    action: isWithdrawn(row, before) ? 'withdraw' : row.action,
    choice: body?.kind ?? null,
    reason: row.reason,
    by: row.user_name,
    at: row.at,
    moved: effect?.total.net_win ?? null,
  }
}

/** Null where one person is enough. */
export async function secondPersonFrom(db: Db, scope: Scope, repair: StoredRepair): Promise<Money | null> {
  const settings = await settingsHeldBy(db, scope, 'fraud', repair.tenant_id)
  if (settings.repair_second_person?.value !== true) return null
  return {
    minor: Number(settings.repair_second_person_from?.value ?? 0),
    currency: repair.currency as Money['currency'],
  }
}

async function readingsAround(db: Db, repair: StoredRepair): Promise<RepairEvidence['readings']> {
  const all = () =>
    db
      .selectFrom('counter_readings')
      .select(['server_time', 'held', ...repairMeters])
      .where('slot_nr', '=', numberOf(repair.slot_id))
      .where('game_nr', '=', repair.game_nr)
      .where(({ or, eb }) => or([eb('held', 'is', null), eb('held', 'not in', ['not_placed', 'too_late'])]))
  const before = await all()
    .where('server_time', '<', repair.crossing)
    .orderBy('server_time', 'desc')
    .limit(AROUND)
    .execute()
  const within = await all()
    .where('server_time', '>=', repair.crossing)
    .where('server_time', '<=', repair.until)
    .orderBy('server_time')
    .limit(WITHIN)
    .execute()
  const after = await all()
    .where('server_time', '>', repair.until)
    .orderBy('server_time')
    .limit(AROUND)
    .execute()
  const pointsOf = (rows: typeof before, part: 'before' | 'within' | 'after') =>
    rows.map(row => ({
      at: row.server_time,
      part,
      held: row.held === 'open' || row.held === 'stray' ? row.held : null,
      values: Object.fromEntries(
        repairMeters.flatMap(name => (row[name] === null ? [] : [[name, row[name]]])),
      ),
    }))
  return [...pointsOf(before.reverse(), 'before'), ...pointsOf(within, 'within'), ...pointsOf(after, 'after')]
}
