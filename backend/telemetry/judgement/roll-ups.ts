/** Sums per slot and hour, and per slot and gaming day, written in the transaction that stores the readings. */
import { sql, type CompiledQuery } from 'kysely'
import { insertion, rowsAsTable } from '../../platform/db/bulk'
import { markClosedDays } from '../readings/day-marks.service'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { ColumnType } from '../../platform/db/stored-as'
import { observeBooked, type BookedCoinIn } from '../readings/observers.service'
import type { Outcome } from './judge-reading'
import { movementNames } from '../readings/meters.contract'
import type { Place } from '../readings/place'
import { OWN, type Summed } from '../readings/summed'

const UNMOVED: readonly number[] = movementNames.map(() => 0)
/** Later than any. */
const LAST_DAY = '9999-12-31'
const COIN_IN = movementNames.indexOf('coin_in')

interface Sum {
  game: number
  moved: number[]
  readings: number
}
/** A row's place and the hour or day in it; games by number. */
interface Bucket {
  place: Place
  sums: Map<number, Sum>
  /** Of the newest reading that was booked in it. */
  lastAt: number
}

export class RollUps {
  private readonly hours = new Map<string, Bucket>()
  private readonly days = new Map<string, Bucket>()
  /** Readings of one message share their place: its buckets are looked up once. */
  private readonly known = new Map<Place, [hour: Bucket, day: Bucket]>()

  /** `sign` -1 takes back what was booked before a late reading came between. */
  add(place: Place, game: number, moved: readonly number[], sign: 1 | -1, readings: number = sign): void {
    for (const bucket of this.bucketsOf(place)) {
      const { sums } = bucket
      if (place.at > bucket.lastAt) bucket.lastAt = place.at
      let sum = sums.get(game)
      if (!sum) sums.set(game, (sum = { game, moved: UNMOVED.slice(), readings: 0 }))
      for (let meter = 0; meter < moved.length; meter++)
        sum.moved[meter] = (sum.moved[meter] ?? 0) + sign * (moved[meter] ?? 0)
      sum.readings += readings
    }
  }

  /** What judgement says of a reading: movement across a change of place is booked where the slot stood before. */
  book(place: Place, game: number, outcome: Outcome, sign: 1 | -1, readings: number = sign): void {
    this.add(place, game, outcome.moved, sign, readings)
    if (!outcome.straddles) return
    for (const { change, moved } of outcome.straddles) this.add(change.place, game, moved, sign, 0)
  }

  /** The first gaming day of these slots on which what is booked becomes another. */
  firstDays(slotIds: ReadonlySet<string>): Map<string, string> {
    const first = new Map<string, string>()
    for (const { place, sums } of this.days.values()) {
      const { slotId, day } = place
      if (!slotIds.has(slotId) || day >= (first.get(slotId) ?? LAST_DAY)) continue
      if ([...sums.values()].some(({ moved }) => moved.some(one => one !== 0))) first.set(slotId, day)
    }
    return first
  }

  /** What is to be added, by hour and by day. */
  changes(): Change[] {
    return [
      ...changesIn(this.hours, ({ hour }) => ({ hour })),
      ...changesIn(this.days, ({ day }) => ({ day })),
    ]
  }

  /** What the sums are, as rows of their tables. */
  rows(summed: Summed): { hours: SumRow[]; days: SumRow[] } {
    return { hours: this.hourRows(summed), days: this.dayRows(summed) }
  }

  *statements(db: Db, summed: Summed): Iterable<CompiledQuery> {
    yield* intoHours(db, this.hourRows(summed))
    yield* observeBooked(db, this.coinIn(summed))
    yield* this.reported(db)
    yield* intoDays(db, this.dayRows(summed))
    yield* markClosedDays(
      db,
      [...this.days.values()].map(({ place }) => place),
    )
  }

  /**
   * As `statements`, of what is decided or set back: a row that nothing stands in any more would still say that the
   * slot was counted there.
   */
  *replacements(db: Db, summed: Summed): Iterable<CompiledQuery> {
    yield* this.statements(db, summed)
    const { hours, days } = this.rows(summed)
    yield* withoutEmptiedHours(db, hours)
    yield* withoutEmptiedDays(db, days)
  }

  private hourRows(summed: Summed): SumRow[] {
    return rowsOf(this.hours, place => place.hour, inHours(summed))
  }

  private dayRows(summed: Summed): SumRow[] {
    return rowsOf(
      this.days,
      place => place.day,
      ({ slotId, day }) => day <= (summed.get(slotId)?.through ?? ''),
    )
  }

  /** By slot and hour. */
  private coinIn(summed: Summed): BookedCoinIn[] {
    const isSummed = inHours(summed)
    return [...this.hours.values()].flatMap(({ place, sums, lastAt }) => {
      const credits = wholeOf(sums, isSummed(place)).get(0)?.moved[COIN_IN] ?? 0
      if (credits === 0) return []
      const { slotId, locationId, tenantId, currency, denomination } = place
      return {
        slot_id: slotId,
        location_id: locationId,
        tenant_id: tenantId,
        currency,
        hour: place.hour,
        minor: credits * denomination,
        last_at: lastAt,
      }
    })
  }

  /** Written only when a slot's newest hour has become another: once an hour, since two indexes hold it. */
  private *reported(db: Db): Iterable<CompiledQuery> {
    const newest = new Map<string, number>()
    for (const { place, sums } of this.hours.values())
      if ([...sums.values()].some(({ readings }) => readings > 0))
        newest.set(place.slotId, Math.max(newest.get(place.slotId) ?? 0, place.hour))
    if (newest.size === 0) return
    yield sql`update slots set reported_hour = b.hour
      from ${rowsAsTable(
        db,
        { id: 'text', hour: 'bigint' },
        [...newest].map(([id, hour]) => ({ id, hour })),
      )} where slots.id = b.id and (slots.reported_hour is null or slots.reported_hour < b.hour)`.compile(db)
  }

  private bucketsOf(place: Place): [Bucket, Bucket] {
    let buckets = this.known.get(place)
    if (!buckets) {
      const kind = `${place.slotId} ${place.locationId} ${place.denomination}`
      buckets = [
        bucketIn(this.hours, `${kind} ${place.hour}`, place),
        bucketIn(this.days, `${kind} ${place.day}`, place),
      ]
      this.known.set(place, buckets)
    }
    return buckets
  }
}

/** Slot, hour or day, game, location, price, tenant, currency, readings; then one for each of `movementNames`. */
export type SumRow = (string | number)[]
const [TIME, LOCATION, HEAD] = [1, 3, 8]
const BLANK: SumRow = ['', 0, 0, '', 0, '', '', 0, ...UNMOVED]

/** What one hour or one day of a slot's game gets. */
export interface Change {
  place: Place
  hour?: number
  day?: string
  moved: readonly number[]
}

const changesIn = (buckets: Map<string, Bucket>, at: (place: Place) => Partial<Change>): Change[] =>
  [...buckets.values()].flatMap(({ place, sums }) =>
    [...sums.values()]
      .filter(({ moved }) => moved.some(one => one !== 0))
      .map(({ moved }) => ({ place, moved, ...at(place) })),
  )

function bucketIn(buckets: Map<string, Bucket>, key: string, place: Place): Bucket {
  let bucket = buckets.get(key)
  if (!bucket) buckets.set(key, (bucket = { place, sums: new Map(), lastAt: place.at }))
  return bucket
}

const inHours =
  (summed: Summed) =>
  ({ slotId, hour }: Place): boolean =>
    hour < (summed.get(slotId)?.before ?? -Infinity)

/** Where a slot's games are summed up, their sum stands for the whole slot, and its own meters are apart. */
function wholeOf(sums: ReadonlyMap<number, Sum>, isSummed: boolean): ReadonlyMap<number, Sum> {
  if (!isSummed) return sums
  const stored = new Map<number, Sum>()
  const whole: Sum = { game: 0, moved: UNMOVED.slice(), readings: 0 }
  for (const sum of sums.values()) {
    if (sum.game === 0) stored.set(OWN, { ...sum, game: OWN })
    else {
      stored.set(sum.game, sum)
      whole.readings += sum.readings
      whole.moved = whole.moved.map((one, meter) => one + (sum.moved[meter] ?? 0))
    }
  }
  return stored.set(0, whole)
}

function rowsOf(
  buckets: Map<string, Bucket>,
  timeOf: (place: Place) => string | number,
  isSummed: (place: Place) => boolean,
): SumRow[] {
  const rows: SumRow[] = []
  for (const { place, sums } of buckets.values()) {
    const at = timeOf(place)
    for (const { game, moved, readings } of wholeOf(sums, isSummed(place)).values()) {
      if (readings === 0 && moved.every(one => one === 0)) continue
      // Made in one piece: spread into a list it would grow twice.
      const row = BLANK.slice()
      row[0] = place.slotId
      row[TIME] = at
      row[2] = game
      row[LOCATION] = place.locationId
      row[4] = place.denomination
      row[5] = place.tenantId
      row[6] = place.currency
      row[7] = readings
      for (let meter = 0; meter < moved.length; meter++) row[HEAD + meter] = moved[meter] ?? 0
      rows.push(row)
    }
  }
  return rows
}

const isEmptied = sql<boolean>`${sql.join(
  ['readings', ...movementNames].map(name => sql`${sql.ref(name)} = 0`),
  sql` and `,
)}`

export const withoutEmptiedHours = (db: Db, rows: readonly SumRow[]): Iterable<CompiledQuery> =>
  withoutEmptied(rows, (id, [first, last]) =>
    sql`delete from stored_hours where slot_nr = ${numberOf(String(id))} and hour_start between ${first} and ${last}
      and ${isEmptied}`.compile(db),
  )
/** Of these days and locations alone: a day that loses a row is among those that are marked. */
export const withoutEmptiedDays = (db: Db, rows: readonly SumRow[]): Iterable<CompiledQuery> =>
  withoutEmptied(rows, (id, [first, last], own) =>
    sql`delete from counter_days where slot_id = ${id} and gaming_day between ${first} and ${last}
      and (gaming_day, location_id) in (select b.day, b.location_id from ${rowsAsTable(
        db,
        { day: 'text', location_id: 'text' },
        own.map(row => ({ day: row[TIME] ?? '', location_id: row[LOCATION] ?? '' })),
      )}) and ${isEmptied}`.compile(db),
  )

type Deletion = (id: SumRow[0], ends: readonly SumRow[0][], own: readonly SumRow[]) => CompiledQuery

/** Of the slots and times of these rows, those in which nothing is left. */
function* withoutEmptied(rows: readonly SumRow[], deletion: Deletion): Iterable<CompiledQuery> {
  const ofSlots = new Map(rows.map(([slot = '']) => [slot, [] as SumRow[]]))
  for (const row of rows) ofSlots.get(row[0] ?? '')?.push(row)
  for (const [id, own] of ofSlots) {
    const times = own.map(row => row[TIME] ?? 0).sort((a, b) => (a < b ? -1 : 1))
    yield deletion(id, [times[0] ?? 0, times.at(-1) ?? 0], own)
  }
}

const into = (
  table: string,
  time: string,
  type: ColumnType,
  id: (name: string) => string,
  idType: 'id' | 'text',
) =>
  insertion(
    table,
    {
      [id('slot')]: idType,
      [time]: type,
      game_nr: 'bigint',
      [id('location')]: idType,
      denomination_minor: 'bigint',
      [id('tenant')]: idType,
      currency: 'text',
      readings: 'bigint',
      ...Object.fromEntries(movementNames.map(name => [name, 'bigint' as const])),
    },
    {
      key: [id('slot'), time, 'game_nr', id('location'), 'denomination_minor'],
      tenant: id('tenant'),
      then: `do update set ${['readings', ...movementNames].map(name => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`,
    },
  )

export const intoHours = into('stored_hours', 'hour_start', 'bigint', name => `${name}_nr`, 'id')
export const intoDays = into('counter_days', 'gaming_day', 'text', name => `${name}_id`, 'text')
