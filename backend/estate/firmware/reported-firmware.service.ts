/** What SMIBs report to run: with their configuration, and in answers to commands. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'

/** The same version again is recorded this often. Milliseconds. */
const NOTE_EVERY_MS = 5 * 60_000

export interface FirmwareReport {
  smibId: string
  tenantId: string
  firmware: string
}

/** In a transaction. What a SMIB reports settles the newest order that it got, however late. */
export async function recordFirmware(db: Db, reports: readonly FirmwareReport[], now: number): Promise<void> {
  // Always in the same order, so that two gateways that report the same SMIBs do not wait for each other.
  const ordered = reports.toSorted((a, b) => (a.smibId < b.smibId ? -1 : 1))
  for (const { smibId, tenantId, firmware } of ordered) {
    const written = await db
      .insertInto('smib_firmware')
      .values({ smib_id: smibId, tenant_id: tenantId, firmware, reported_at: now })
      .onConflict(conflict =>
        conflict
          .column('smib_id')
          .doUpdateSet({ tenant_id: tenantId, firmware, reported_at: now })
          .where(row =>
            row.or([
              row('smib_firmware.firmware', '<>', firmware),
              row('smib_firmware.reported_at', '<=', now - NOTE_EVERY_MS),
            ]),
          ),
      )
      .returning('smib_id')
      .executeTakeFirst()
    if (written)
      await sql`update firmware_boards set result = 'updated', settled_at = ${now}, updated_at = ${now}, version = version + 1
        where tenant_id = ${tenantId} and smib_id = ${smibId} and firmware = ${firmware}
          and result in ('ordered', 'taken', 'refused', 'other', 'no_answer')
          and ordered_at = (select max(o.ordered_at) from firmware_boards o
            where o.tenant_id = ${tenantId} and o.smib_id = ${smibId})`.execute(db)
  }
}

/** For `reads` of stores: of the SMIB whose id stands in this column. */
export const reportedBy = (smib: string) => ({
  reported_firmware: () => sql`(select f.firmware from smib_firmware f where f.smib_id = ${sql.ref(smib)})`,
  firmware_reported_at: () =>
    sql`(select f.reported_at from smib_firmware f where f.smib_id = ${sql.ref(smib)})`,
})
