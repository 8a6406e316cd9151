/**
 * Closed days keep how complete they were: whoever has the sums of a period worked out anew has that worked out, too,
 * by what counts today. So are the months and tens of days in which its days are summed.
 */
import type { Db } from '../../platform/db/database'
import { pipelined } from '../../platform/db/bulk'
import { keepWritersOut, markClosedDays } from '../../telemetry/readings/day-marks.service'
import { sealedThrough } from '../period-lock/fiscal-head.service'
import { lockedThrough } from '../period-lock/period-lock.service'
import type { Period } from './compared-sums.service'
import type { Reaggregated } from './reaggregation.contract'

/**
 * Those that are neither sealed nor locked; one in which nothing differs keeps its revision. Sums of months are no
 * document: of them also those of sealed days.
 */
export async function markDaysOf(
  db: Db,
  type: Reaggregated,
  id: string,
  { from, through }: Period,
): Promise<void> {
  let places = db.selectFrom('locations').select(['id', 'tenant_id']).orderBy('id')
  if (type === 'tenant') places = places.where('tenant_id', '=', id)
  else if (type === 'location') places = places.where('id', '=', id)
  else
    places = places.where('id', 'in', stood =>
      stood.selectFrom('slot_history').select('location_id').where('slot_id', '=', id),
    )
  for (const { id: locationId, tenant_id: tenantId } of await places.execute()) {
    const [sealed, locked] = [
      (await sealedThrough(db, locationId)) ?? '',
      (await lockedThrough(db, { tenantId, locationId })) ?? '',
    ]
    const days = await db
      .selectFrom('location_days')
      .select('day')
      .distinct()
      .where('tenant_id', '=', tenantId)
      .where('location_id', '=', locationId)
      .where('day', '>=', from)
      .where('day', '<=', through)
      .where('day', '>', sealed > locked ? sealed : locked)
      .execute()
    await db.transaction().execute(async tx => {
      await keepWritersOut(tx, locationId)
      await tx
        .updateTable('span_days')
        .set({ changed: 1 })
        .where('tenant_id', '=', tenantId)
        .where('location_id', '=', locationId)
        .where('day', '>=', from)
        .where('day', '<=', through)
        .execute()
      await pipelined(tx, [
        ...markClosedDays(
          tx,
          days.map(({ day }) => ({ locationId, day })),
        ),
      ])
    })
  }
}
