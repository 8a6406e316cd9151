/** Whose message is it: board, machine, hall and owner by MAC address, in one query for a batch. */
import { sql } from 'kysely'
import type { Db } from '../db/database'
import { rowsAsTable } from '../db/bulk'

export interface Board {
  mac: string
  smibId: string
  tenantId: string
  tenantName: string
  locationId: string
  locationName: string
  timeZone: string
  dayStart: string
  archived: boolean
  slot: { id: string; serial: string; denomination: number; currency: string } | null
}

/** `tenantId` null: boards of every tenant. */
export async function boardsByMac(db: Db, macs: readonly string[], tenantId: string | null): Promise<Map<string, Board>> {
  const { rows } = await sql<{
    mac: string; smib_id: string; tenant_id: string; tenant_name: string; location_id: string; location_name: string; time_zone: string
    gaming_day_start: string; archived_at: number | null
    slot_id: string | null; serial: string; denomination_minor: number; currency: string
  }>`select s.mac, s.id as smib_id, s.tenant_id, t.name as tenant_name, s.location_id, l.name as location_name, l.time_zone, l.gaming_day_start,
      s.archived_at, m.id as slot_id, m.serial, m.denomination_minor, m.currency
    from ${rowsAsTable(db, { mac: 'text' }, macs.map(mac => ({ mac })))}
    join smibs s on s.mac = b.mac join tenants t on t.id = s.tenant_id join locations l on l.id = s.location_id
    left join slots m on m.id = s.slot_id`.execute(db)
  return new Map(rows.filter(row => tenantId === null || row.tenant_id === tenantId).map(row => [row.mac, {
    mac: row.mac, smibId: row.smib_id, tenantId: row.tenant_id, tenantName: row.tenant_name, locationId: row.location_id, locationName: row.location_name,
    timeZone: row.time_zone, dayStart: row.gaming_day_start, archived: row.archived_at !== null,
    slot: row.slot_id === null ? null
      : { id: row.slot_id, serial: row.serial, denomination: row.denomination_minor, currency: row.currency },
  }]))
}
