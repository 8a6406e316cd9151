/**
 * A bulk edit of openings: validated together, each booked as a reading that a person took. An opening says nothing
 * about the time before it, so it has to be before all other readings of its slot, and the first of those books the
 * difference.
 */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import { numberOf } from '../../platform/db/short-ids'
import type { Problems } from '../../platform/store/rules'
import type { Judged, BulkWriter, RawDraft } from '../../platform/store/judged'
import { gamingDayIn } from '../../estate/locations/gaming-day.service'
import { dayRules, inForce, slotHistories } from '../../telemetry/readings/slot-history.queries'
import { HIGHEST_METER, repairMeters, type RepairMeter } from '../repairs/repairs.contract'
import { scopeOf, type Scope } from '../../platform/request/actor'
import { manualReadingsContract } from './manual-readings.contract'
import { makeCorrection, revertCorrection } from './corrections.service'
import { manualReadings } from './manual-readings.service'
import { manualReadingsStore } from './manual-readings.store'
import { localTime, parseLocalTime } from '../../platform/contract/time-zone'

type Values = Partial<Record<RepairMeter, number>>
type Raw = { slot_serial?: string; read_at?: string; tenant?: string; location?: string } & Values

/** As a file writes it. */
const localText = (at: number, zone: string) => localTime(at, zone).toFormat("yyyy-MM-dd'T'HH:mm:ss")

const valuesIn = (raw: Raw): Values =>
  Object.fromEntries(repairMeters.flatMap(name => (typeof raw[name] === 'number' ? [[name, raw[name]]] : [])))

export const openingsBulkEdit: BulkWriter = {
  contract: manualReadingsContract,
  store: manualReadingsStore,

  inputOf: stored => ({
    slot_serial: stored.serial,
    read_at: localText(Number(stored.at), String(stored.time_zone)),
    ...(JSON.parse(String(stored.meters)) as Values),
  }),

  async judge(db, scope, drafts, now) {
    const raws = drafts.map(({ raw }) => raw as Raw)
    const slots = await slotsNamed(db, scope, raws)
    const known = await factsOf(
      db,
      raws.flatMap((raw, at) => {
        const [slot] = slots[at] ?? []
        const when = slot && raw.read_at ? instantOf(raw.read_at, slot.time_zone) : undefined
        return slot && when !== undefined ? [{ nr: at, slot: slot.id, at: when }] : []
      }),
    )
    return drafts.map((draft, at) => judgeOne(draft, slots[at] ?? [], known.get(at), now))
  },

  async write(seen, actor, judged, { now, reason = '', auditExtras }) {
    const db = whole(seen)
    const importId = (auditExtras as { import?: string } | undefined)?.import ?? null
    for (const { id, input, columns, problems, before } of judged) {
      if (before || Object.keys(problems).length > 0) continue
      await makeCorrection(
        manualReadings,
        { db, actor, scope: scopeOf(actor), now },
        {
          slot: String(columns.slot_id),
          at: Number(columns.at),
          values: valuesIn(input as Raw),
          kind: 'opening',
          importId,
        },
        reason,
        id,
      )
    }
  },

  async restore(seen, actor, rows, { now, reason = '' }) {
    const db = whole(seen)
    for (const { id } of rows)
      await revertCorrection(manualReadings, { db, actor, scope: scopeOf(actor), now }, id, reason)
  },
}

interface Slot {
  id: string
  serial: string
  tenant_id: string
  location_id: string
  time_zone: string
}

/** By serial or, where none has it, by asset number; in the order of the drafts. */
async function slotsNamed(db: Db, { tenantId }: Scope, raws: readonly Raw[]): Promise<Slot[][]> {
  const names = [...new Set(raws.flatMap(({ slot_serial }) => (slot_serial ? [slot_serial] : [])))]
  if (names.length === 0) return raws.map(() => [])
  const found = async (column: 'serial' | 'asset_no') => {
    const { rows } = await sql<Slot & { name: string }>`
      select b.name, s.id, s.serial, s.tenant_id, s.location_id, l.time_zone
      from ${rowsAsTable(
        db,
        { name: 'text' },
        names.map(name => ({ name })),
      )} cross join slots s join locations l on l.id = s.location_id
      where ${sql.ref(`s.${column}`)} = b.name and s.archived_at is null
        and ${tenantId === null ? sql`1 = 1` : sql`s.tenant_id = ${tenantId}`}`.execute(db)
    return groupBy(
      rows,
      ({ name }) => name,
      ({ name: _, ...slot }): Slot => slot,
    )
  }
  const [bySerial, byAsset] = [await found('serial'), await found('asset_no')]
  return raws.map(({ slot_serial = '', tenant, location }) =>
    (bySerial.get(slot_serial) ?? byAsset.get(slot_serial) ?? []).filter(
      slot => (!tenant || slot.tenant_id === tenant) && (!location || slot.location_id === location),
    ),
  )
}

/** Undefined for what is no time there: a clock skips an hour in spring. */
function instantOf(text: string, zone: string): number | undefined {
  const at = parseLocalTime(text, zone)
  return at.isValid && at.toFormat("yyyy-MM-dd'T'HH:mm:ss") === text ? at.toMillis() : undefined
}

interface Facts {
  at: number
  /** Where and on which gaming day it would be booked. */
  day: string
  /** It was read before that already. */
  isLater: boolean
  hasOpening: boolean
  /** It reports only its games. */
  hasNoWhole: boolean
  /** It, or the day of the first reading after it. */
  sealed: boolean
  locked: boolean
}

/** Reads the facts of all rows in a few queries. */
async function factsOf(
  db: Db,
  lookups: readonly { nr: number; slot: string; at: number }[],
): Promise<Map<number, Facts>> {
  if (lookups.length === 0) return new Map()
  const { rows } = await sql<{
    nr: number
    earlier: number
    opened: number
    games: number
    whole: number
    next_day: string | null
    next_location: string | null
  }>`select b.nr,
      (select count(*) from (select 1 from counter_readings r where r.slot_nr = ${numberOf(sql`b.slot`)} and r.server_time <= b.at
        and (r.held is null or r.held <> 'not_placed') limit 1) e) as earlier,
      (select count(*) from openings o where o.slot_id = b.slot) as opened,
      (select count(*) from counter_latest c where c.slot_id = b.slot) as games,
      (select count(*) from counter_latest c where c.slot_id = b.slot and c.game_nr = 0) as whole,
      (select r.gaming_day from counter_readings r where r.slot_nr = ${numberOf(sql`b.slot`)} and r.game_nr = 0 and r.server_time > b.at
        and (r.held is null or r.held <> 'not_placed') order by r.server_time limit 1) as next_day,
      (select r.location_id from counter_readings r where r.slot_nr = ${numberOf(sql`b.slot`)} and r.game_nr = 0 and r.server_time > b.at
        and (r.held is null or r.held <> 'not_placed') order by r.server_time limit 1) as next_location
    from ${rowsAsTable(
      db,
      { nr: 'bigint', slot: 'text', at: 'bigint' },
      lookups.map(one => ({ ...one })),
    )}`.execute(db)
  const histories = await slotHistories(
    db,
    lookups.map(({ slot }) => slot),
  )
  const held = new Map(lookups.map(one => [one.nr, inForce(histories.get(one.slot) ?? [], one.at)]))
  const places = [
    ...new Set([
      ...[...held.values()].flatMap(row => (row ? [row.location_id] : [])),
      ...rows.flatMap(row => row.next_location ?? []),
    ]),
  ]
  const rules = await dayRules(db, places)
  const ends = await endsOf(db, places)
  const found = new Map(rows.map(row => [Number(row.nr), row]))
  return new Map(
    lookups.flatMap(({ nr, at }) => {
      const [place, row] = [held.get(nr), found.get(nr)]
      if (!place || !row) return []
      const day = gamingDayIn(rules.get(place.location_id) ?? [], at - 1)
      const days = [
        { location: place.location_id, day },
        ...(row.next_day && row.next_location ? [{ location: row.next_location, day: row.next_day }] : []),
      ]
      const reaches = (which: 'sealed' | 'locked') =>
        days.some(one => one.day <= (ends.get(one.location)?.[which] ?? ''))
      return [
        [
          nr,
          {
            at,
            day,
            isLater: Number(row.earlier) > 0,
            hasOpening: Number(row.opened) > 0,
            hasNoWhole: Number(row.games) > 0 && Number(row.whole) === 0,
            sealed: reaches('sealed'),
            locked: reaches('locked'),
          },
        ] as const,
      ]
    }),
  )
}

/** Up to which day each location is sealed, and locked. */
async function endsOf(db: Db, locations: readonly string[]) {
  const rows =
    locations.length === 0
      ? []
      : await db
          .selectFrom('locations as l')
          .leftJoin('fiscal_heads as h', 'h.location_id', 'l.id')
          .leftJoin('period_locks as own', 'own.owner_id', 'l.id')
          .leftJoin('period_locks as all', 'all.owner_id', 'l.tenant_id')
          .select(['l.id', 'h.sealed_through', 'own.through as own', 'all.through as whole'])
          .where('l.id', 'in', locations)
          .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        sealed: row.sealed_through,
        locked:
          [row.own, row.whole]
            .filter(one => one !== null)
            .sort()
            .at(-1) ?? null,
      },
    ]),
  )
}

function judgeOne(draft: RawDraft, slots: readonly Slot[], facts: Facts | undefined, now: number): Judged {
  const raw = draft.raw as Raw
  const [slot] = slots
  const values = valuesIn(raw)
  const input = { ...values, slot_serial: raw.slot_serial, read_at: raw.read_at }
  const problems: Problems = {}
  const refuse = (field: string, code: string, params?: Record<string, number>) => {
    problems[field] ??= [{ code, ...(params && { params }) }]
  }
  if (raw.slot_serial !== undefined && slots.length !== 1)
    refuse('slot_serial', slots.length === 0 ? 'unknown' : 'several_slots')
  if (Object.keys(values).length === 0) refuse('coin_in', 'required')
  for (const [name, value] of Object.entries(values)) {
    if (value < 0) refuse(name, 'too_small', { min: 0 })
    if (value > HIGHEST_METER) refuse(name, 'too_big', { max: HIGHEST_METER })
  }
  const changes =
    draft.before === undefined ||
    JSON.stringify(inOrder(openingsBulkEdit.inputOf(draft.before, now))) !== JSON.stringify(inOrder(input))
  // An opening that exists cannot be changed by a file: a person reverts it, and it is imported again.
  if (draft.before) {
    if (changes) refuse('read_at', 'fixed')
  } else if (slot && raw.read_at !== undefined) {
    if (!facts) refuse('read_at', 'no_such_time')
    else if (facts.at > now) refuse('read_at', 'in_future')
    else if (facts.hasOpening) refuse('slot_serial', 'exists')
    else if (facts.isLater) refuse('read_at', 'read_before')
    else if (facts.hasNoWhole) refuse('slot_serial', 'no_main_meters')
    else if (facts.sealed) refuse('read_at', 'day_sealed')
    else if (facts.locked) refuse('read_at', 'period_locked')
  }
  return {
    ...draft,
    input,
    columns: slot && facts ? { slot_id: slot.id, at: facts.at } : {},
    problems,
    changes,
    // An opening decides where money begins to count, so the file needs a reason.
    needsReason: draft.before === undefined,
  }
}

const inOrder = (all: Stored): Stored =>
  Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
