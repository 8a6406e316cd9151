/** Sums per machine and hour, and per machine and gaming day, kept in the transaction that stores the readings. */
import { sql } from 'kysely'
import { insertMany, pipelined, type Columns, type ColumnType } from '../db/bulk'
import type { Db } from '../db/database'
import { movementNames, type MovementMeter } from './meters'

const HOUR_MS = 3_600_000

/** What a reading's movement is booked on. */
export interface Place {
  slotId: string
  game: number
  locationId: string
  tenantId: string
  day: string
  at: number
  denomination: number
  currency: string
}

/** A reading at a full hour closes the hour before it: movements belong to (start, end]. */
export const hourOf = (at: number): number => Math.floor((at - 1) / HOUR_MS) * HOUR_MS

interface Sum { place: Place; moved: number[]; readings: number }

export class RollUps {
  private readonly hours = new Map<string, Sum>()
  private readonly days = new Map<string, Sum>()

  /** `sign` -1 takes back what was booked before a late reading came between. */
  add(place: Place, moved: readonly number[], readings: number, sign: 1 | -1): void {
    const kind = `${place.slotId} ${place.game} ${place.locationId} ${place.denomination}`
    add(this.hours, `${kind} ${hourOf(place.at)}`, place, moved, readings, sign)
    add(this.days, `${kind} ${place.day}`, place, moved, readings, sign)
  }

  async write(db: Db): Promise<void> {
    await pipelined(db, [
      () => write(db, 'counter_hours', 'hour_start', 'bigint', this.hours, place => hourOf(place.at)),
      () => write(db, 'counter_days', 'gaming_day', 'text', this.days, place => place.day),
    ])
  }
}

function add(sums: Map<string, Sum>, key: string, place: Place, moved: readonly number[], readings: number, sign: 1 | -1): void {
  let sum = sums.get(key)
  if (!sum) sums.set(key, sum = { place, moved: movementNames.map(() => 0), readings: 0 })
  for (let meter = 0; meter < moved.length; meter++) sum.moved[meter] = (sum.moved[meter] ?? 0) + sign * (moved[meter] ?? 0)
  sum.readings += sign * readings
}

const movementColumns = Object.fromEntries(movementNames.map(name => [name, 'bigint'])) as Record<MovementMeter, 'bigint'>

async function write(
  db: Db, table: 'counter_hours' | 'counter_days', bucket: 'hour_start' | 'gaming_day', type: ColumnType,
  sums: Map<string, Sum>, bucketOf: (place: Place) => string | number,
): Promise<void> {
  const columns: Columns<Record<string, string | number>> = {
    slot_id: 'text', [bucket]: type, game_nr: 'bigint', location_id: 'text', denomination_minor: 'bigint', tenant_id: 'text', currency: 'text',
    readings: 'bigint', ...movementColumns,
  }
  const rows = [...sums.values()].filter(sum => sum.readings !== 0 || sum.moved.some(one => one !== 0)).map(({ place, moved, readings }) => {
    const row: Record<string, string | number> = {
      slot_id: place.slotId, [bucket]: bucketOf(place), game_nr: place.game, location_id: place.locationId, denomination_minor: place.denomination,
      tenant_id: place.tenantId, currency: place.currency, readings,
    }
    movementNames.forEach((name, meter) => { row[name] = moved[meter] ?? 0 })
    return row
  })
  const sumsUp = sql.join(['readings', ...movementNames].map(name => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`))
  await insertMany(db, table, columns, rows, sql`(slot_id, ${sql.ref(bucket)}, game_nr, location_id, denomination_minor) do update set ${sumsUp}`)
}
