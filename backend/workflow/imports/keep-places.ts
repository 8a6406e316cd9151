import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Checked } from './import-job'

/** Nobody gets a slot whose SMIB stays after all, since something else is wrong with its row. */
export async function keepPlaces(db: Db, checked: readonly Checked[]): Promise<void> {
  const wanted = checked.flatMap(one =>
    one.claim !== null && one.judged.before?.slot_id !== one.claim ? [{ slot_id: one.claim }] : [],
  )
  if (wanted.length === 0) return
  const { rows } = await sql<{
    id: string
    slot_id: string
  }>`select m.id, m.slot_id from ${rowsAsTable(db, { slot_id: 'text' }, wanted)} cross join smibs m where m.slot_id = b.slot_id`.execute(
    db,
  )
  const holders = new Map(rows.map(row => [row.slot_id, row.id]))
  const good = new Map(checked.filter(one => one.problems.length === 0).map(one => [one.judged.id, one]))
  for (let before = -1; before !== good.size;) {
    before = good.size
    for (const one of good.values()) {
      const holder = one.claim === null ? undefined : holders.get(one.claim)
      if (holder === undefined || holder === one.judged.id) continue
      const leaving = good.get(holder)
      if (leaving && leaving.judged.columns.slot_id !== one.claim) continue
      one.problems.push({ column: 'slot_serial', code: 'already_linked' })
      good.delete(one.judged.id)
    }
  }
}
