/** Plays a rule over the last 30 days of what is stored, by the same steps as the watch takes. */
import { sql, type RawBuilder } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/contract/durations'
import { groupBy } from '../../platform/contract/group-by'
import type { Db } from '../../platform/db/database'
import { numbersOf } from '../../platform/db/short-ids'
import { isQuiet, quietHoursOf, quietUntil } from '../../workflow/news/quiet-hours.service'
import { isOfMoney } from './alarm-rules.contract'
import { MOST_PREVIEWED_SLOTS, MOST_SHOWN, type AlarmPreview } from './alarm-preview.contract'
import { episodesOf, type Episode, type Seen } from './hysteresis'
import { limitsOf, measured, slotsOf, unitOfRule, windowStart, type Rule } from './rule-values.queries'

const BACK_MS = 30 * DAY_MS
/** Events of a preview: a second of work at most. */
const MOST_EVENTS = 50_000

interface Slot {
  id: string
  serial: string
  location_id: string
  location_name: string
  time_zone: string
  currency: string
  last_seen_at: number | null
}

export async function previewOf(db: Db, rule: Rule, now: number): Promise<AlarmPreview> {
  const wanted = await slotsOf(db, rule, now)
  const [slots, of, archived] = await Promise.all([
    firstSlots(db, wanted),
    sql<{ count: number }>`select count(*) as count from slots t where ${wanted}`
      .execute(db)
      .then(({ rows }) => Number(rows[0]?.count ?? 0)),
    rule.watched === 'measure' ? 0 : archivedUntil(db, rule.tenant_id),
  ])
  const window = now - windowStart(rule, now)
  const from = Math.min(now, Math.max(now - BACK_MS, archived + (rule.watched === 'event' ? window : 0)))
  const ids = slots.map(({ id }) => id)
  const { bySlot, to } = await seenOf(db, rule, ids, { from, now })
  const limits = limitsOf(rule)
  const hours = quietHoursOf(rule)
  const found = slots.flatMap(slot => {
    if (rule.operator === 'at_most' && slot.last_seen_at === null) return []
    const isMuted = (at: number) => hours !== null && isQuiet(hours, at, slot.time_zone)
    const seen = withEndsOfQuiet(bySlot(slot.id), at => (hours ? quietUntil(hours, at, slot.time_zone) : at))
    return episodesOf(limits, seen, to, isMuted).map(episode => ({ slot, ...episode }))
  })
  return {
    from,
    to: now,
    slots: slots.length,
    of,
    count: found.length,
    on: new Set(found.map(({ slot }) => slot.id)).size,
    cut: to < now,
    recorded_only: rule.watched === 'silence',
    unit: unitOfRule(rule),
    currency: isOfMoney(rule) ? (rule.currency as AlarmPreview['currency']) : null,
    rows: newest(found).map(({ slot, since, firedAt, clearedAt, value }) => ({
      slot: { _id: slot.id, name: slot.serial },
      location: { _id: slot.location_id, name: slot.location_name },
      since,
      fired_at: firedAt,
      cleared_at: clearedAt,
      value,
    })),
  }
}

const newest = <One extends Episode>(found: readonly One[]): One[] =>
  found.toSorted((one, other) => other.firedAt - one.firedAt).slice(0, MOST_SHOWN)

const firstSlots = async (db: Db, wanted: RawBuilder<boolean>): Promise<Slot[]> =>
  (
    await sql<Slot>`select t.id, t.serial, t.location_id, l.name as location_name, l.time_zone, t.currency,
        t.last_seen_at
      from slots t join locations l on l.id = t.location_id where ${wanted}
      order by t.serial, t.id limit ${sql.lit(MOST_PREVIEWED_SLOTS)}`.execute(db)
  ).rows

/** Epoch milliseconds up to which events of the tenant may be in archives; 0: none are. */
async function archivedUntil(db: Db, tenantId: string): Promise<number> {
  const { at } = await db
    .selectFrom('raw_archives')
    .select(row => row.fn.max('to_at').as('at'))
    .where('tenant_id', '=', tenantId)
    .where('stream', '=', 'events')
    .executeTakeFirstOrThrow()
  return Number(at ?? 0)
}

interface Played {
  bySlot: (slot: string) => Seen[]
  /** Up to when what was read is whole. */
  to: number
}
type Period = { from: number; now: number }

const seenOf = (db: Db, rule: Rule, ids: readonly string[], period: Period): Promise<Played> =>
  rule.watched === 'measure' ? measuresOf(db, rule, ids, period) : eventsOf(db, rule, ids, period)

async function eventsOf(db: Db, rule: Rule, ids: readonly string[], { from, now }: Period): Promise<Played> {
  const isSilence = rule.watched === 'silence'
  const window = now - windowStart(rule, now)
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('events')
          .select(['slot_id', 'code', 'server_time'])
          .where('slot_id', 'in', [...ids])
          .where('code', 'in', isSilence ? ['smib_offline', 'smib_online'] : [rule.code ?? ''])
          .where('server_time', '>', isSilence ? from : from - window)
          .where('server_time', '<=', now)
          .orderBy('server_time')
          .limit(MOST_EVENTS + 1)
          .execute()
  const to = rows.length > MOST_EVENTS ? Number(rows.at(-1)?.server_time ?? now) : now
  const by = groupBy(
    rows.slice(0, MOST_EVENTS),
    ({ slot_id }) => slot_id ?? '',
    ({ code, server_time }) => ({ code, at: Number(server_time) }),
  )
  return {
    to,
    bySlot: slot =>
      isSilence
        ? silences(by.get(slot) ?? [], limitsOf(rule).limit * MINUTE_MS)
        : occurrences(
            (by.get(slot) ?? []).map(({ at }) => at),
            window,
            { from, to },
          ),
  }
}

/**
 * A silence is recorded once it has lasted as long as what counts as offline: the usual half hour, unless somebody has
 * set another limit. The time before the record is counted as that half hour.
 */
function silences(events: readonly { code: string; at: number }[], limitMs: number): Seen[] {
  return events.flatMap(({ code, at }, nr) => {
    if (code === 'smib_online') return [{ at, value: 0 }]
    const end = events[nr + 1]?.at ?? Infinity
    const due = at + Math.max(0, limitMs - RECORDED_AFTER_MS)
    return due < end ? [{ at: due, value: Math.round((due - at + RECORDED_AFTER_MS) / MINUTE_MS) }] : []
  })
}
const RECORDED_AFTER_MS = 30 * MINUTE_MS

/** How many were within the window, each time that this number becomes another. */
export function occurrences(
  times: readonly number[],
  window: number,
  { from, to }: { from: number; to: number },
): Seen[] {
  const changes = [...new Set([from, ...times, ...times.map(at => at + window)])]
    .filter(at => at >= from && at <= to)
    .sort((one, other) => one - other)
  let [first, last] = [0, 0]
  return changes.map(at => {
    while (last < times.length && (times[last] ?? 0) <= at) last++
    while (first < last && (times[first] ?? 0) <= at - window) first++
    return { at, value: last - first }
  })
}

async function measuresOf(
  db: Db,
  rule: Rule,
  ids: readonly string[],
  { from, now }: Period,
): Promise<Played> {
  const hours = Number(rule.window_hours ?? 1)
  const first = Math.floor(from / HOUR_MS) * HOUR_MS
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ slot_id: string; hour: number; moved: number }>`
          select n.id as slot_id, h.hour_start as hour, sum(${measured(rule.measure ?? 'coin_in')}) as moved
          from counter_hours h join short_ids n on n.nr = h.slot_nr
          where h.slot_nr in ${numbersOf(ids)} and h.hour_start >= ${first - hours * HOUR_MS}
            and h.hour_start <= ${now} and h.game_nr = 0
            ${isOfMoney(rule) ? sql`and h.currency = ${rule.currency}` : sql``}
          group by n.id, h.hour_start`.execute(db)
  const by = groupBy(
    rows,
    ({ slot_id }) => slot_id,
    ({ hour, moved }) => ({ hour: Math.floor(Number(hour) / HOUR_MS), moved: Number(moved) }),
  )
  return { to: now, bySlot: slot => sums(by.get(slot) ?? [], hours, { from: first, to: now }) }
}

/** As the watch sees it: at the beginning of each hour its full hours alone, and at its end the running one, too. */
export function sums(
  rows: readonly { hour: number; moved: number }[],
  hours: number,
  { from, to }: { from: number; to: number },
): Seen[] {
  const moved = new Map<number, number>()
  for (const row of rows) moved.set(row.hour, (moved.get(row.hour) ?? 0) + row.moved)
  const seen: Seen[] = []
  const start = Math.floor(from / HOUR_MS)
  let full = 0
  for (let hour = start - hours; hour < start; hour++) full += moved.get(hour) ?? 0
  for (let hour = start; hour * HOUR_MS < to; hour++) {
    seen.push({ at: hour * HOUR_MS, value: full })
    const whole = full + (moved.get(hour) ?? 0)
    const end = (hour + 1) * HOUR_MS - MINUTE_MS
    if (whole !== full) seen.push({ at: Math.min(end, to), value: whole })
    full = whole - (moved.get(hour - hours) ?? 0)
  }
  return seen
}

/** What lasts when quiet hours end may fire then. */
function withEndsOfQuiet(seen: readonly Seen[], until: (at: number) => number): Seen[] {
  return seen.flatMap((one, nr) => {
    const end = until(one.at)
    return end > one.at && end < (seen[nr + 1]?.at ?? Infinity) ? [one, { ...one, at: end }] : [one]
  })
}
