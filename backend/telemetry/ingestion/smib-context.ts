/** Whose message is it: SMIB, slot, location and owner by MAC address, in one query for a batch. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { limitsOf, type Limits, type OwnLimits } from '../readings/limits'
import { readWide, rowsAsTable } from '../../platform/db/bulk'
import type { DayRule } from '../../estate/locations/gaming-day.service'
import type { SmibHistoryTable } from '../../estate/slot-history/histories.table'
import type { SlotRow } from '../readings/slot-history.queries'

export interface SmibContext {
  mac: string
  smibId: string
  tenantId: string
  tenantName: string
  locationId: string
  locationName: string
  /** How its gaming days begin, in order of date. */
  rules: readonly DayRule[]
  archived: boolean
  /** By how much its clock was ahead at its last message, as far as that exceeds the tolerance. Milliseconds. */
  clockOffset: number
  lastSeenAt: number | null
  /** As of its feed when this was looked up. */
  placings: number
  slot: SmibSlot | null
  /**
   * Since when it stands where it does, and its slot is what it is: 0 for what never changed. What ends at or before it
   * needs `past`.
   */
  since: number
  /** Where it stood before, as far as a message asks for that. */
  past?: Past
  /** For a message from a time when the SMIB stood on no slot: the slot that it stands on now. */
  unplaced?: SmibSlot | null
}
interface Past {
  /** As it stands now. */
  now: SmibContext
  placings: readonly SmibHistoryTable[]
  slots: ReadonlyMap<string, readonly SlotRow[]>
  locations: ReadonlyMap<string, SmibLocation>
  /** Worked out already, one for each row of the histories. */
  held: Map<string, SmibContext>
}
export interface SmibSlot {
  id: string
  serial: string
  denomination: number
  currency: string
  limits: Limits
  /** When what holds for it changed last. */
  since: number
}

/** Whoever speaks for them: `SmibLookUps` leaves a sender its own. */
export async function smibsByMac(db: Db, macs: readonly string[]): Promise<Map<string, SmibContext>> {
  if (macs.length === 0) return new Map()
  const rows = await readWide<
    OwnLimits & {
      mac: string
      smib_id: string
      tenant_id: string
      location_id: string
      archived_at: number | null
      clock_offset: number
      last_seen_at: number | null
      placings: number
      slot_id: string | null
      serial: string
      denomination_minor: number
      currency: string
      placed_since: number
      slot_since: number | null
    }
  >(
    db,
    sql`select s.mac, s.id as smib_id, s.tenant_id, coalesce(m.location_id, s.location_id) as location_id, s.archived_at, s.clock_offset, s.last_seen_at, m.id as slot_id, m.serial, m.denomination_minor, m.currency, m.fastest_game_ms, m.highest_bet, m.top_award, m.highest_note,
      s.held_since as placed_since, m.held_since as slot_since, coalesce(f.placings, 0) as placings
    from ${rowsAsTable(
      db,
      { mac: 'text' },
      macs.map(mac => ({ mac })),
    )}
    join smibs s on s.mac = b.mac left join slots m on m.id = s.slot_id left join smib_feeds f on f.smib_id = s.id`,
  )
  // Many SMIBs, few locations: names are not repeated in every row.
  const locations = await smibLocations(db, [...new Set(rows.map(row => row.location_id))])
  const found = new Map<string, SmibContext>()
  for (const row of rows) {
    const location = locations.get(row.location_id)
    if (!location) continue
    // Name by name: spread together, what one row costs here is made several times.
    found.set(row.mac, {
      mac: row.mac,
      smibId: row.smib_id,
      tenantId: row.tenant_id,
      tenantName: location.tenantName,
      locationId: row.location_id,
      locationName: location.locationName,
      rules: location.rules,
      archived: row.archived_at !== null,
      clockOffset: row.clock_offset,
      lastSeenAt: row.last_seen_at,
      placings: row.placings,
      slot:
        row.slot_id === null
          ? null
          : {
              id: row.slot_id,
              serial: row.serial,
              denomination: row.denomination_minor,
              currency: row.currency,
              limits: limitsOf(row),
              since: row.slot_since ?? 0,
            },
      since: Math.max(row.placed_since, row.slot_since ?? 0),
    })
  }
  return found
}

export type SmibLocation = Pick<SmibContext, 'tenantName' | 'locationName' | 'rules'>

export async function smibLocations(db: Db, ids: readonly string[]): Promise<Map<string, SmibLocation>> {
  const { rows } = await sql<{
    id: string
    name: string
    tenant_name: string
    from_date: string
    time_zone: string
    gaming_day_start: string
  }>`
    select l.id, l.name, t.name as tenant_name, r.from_date, r.time_zone, r.gaming_day_start
    from ${rowsAsTable(
      db,
      { id: 'text' },
      ids.map(id => ({ id })),
    )} join locations l on l.id = b.id join tenants t on t.id = l.tenant_id join location_rules r on r.location_id = l.id
    order by r.from_date`.execute(db)
  const found = new Map<string, SmibLocation & { rules: DayRule[] }>()
  for (const row of rows) {
    const rule = { from: row.from_date, timeZone: row.time_zone, dayStart: row.gaming_day_start }
    const known = found.get(row.id)
    if (known) known.rules.push(rule)
    else found.set(row.id, { tenantName: row.tenant_name, locationName: row.name, rules: [rule] })
  }
  return found
}
