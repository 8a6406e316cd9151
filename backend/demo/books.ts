/**
 * Some of the demo's halls have their books in order: while the history is written, each of their days is closed and
 * sealed once all of it is there, up to the end of the last whole month, and then that month. One of these months
 * stands ready behind a share link.
 */
import { DAY_MS } from '../platform/contract/durations'
import { closeDay } from '../accounting/closing/closing.service'
import { shareDemoMonth } from '../accounting/share-links/demo-link.service'
import { sealDay, sealMonth } from '../accounting/sealing/sealing.service'
import { dayAfter, sealedThrough } from '../accounting/period-lock/fiscal-head.service'
import { gamingDayIn } from '../estate/locations/gaming-day.service'
import { Problem } from '../platform/contract/problem'
import { localTime } from '../platform/contract/time-zone'
import type { Db } from '../platform/db/database'
import type { Deps } from '../platform/deps'
import { systemActor } from '../platform/request/actor'
import { dayOf, placeOf, type Day } from '../telemetry/gaming-days/place.service'
import type { DemoSlot, Network } from './network'
import { TIME_ZONE } from './places'

const HALLS = ['CJ-01', 'SB-01']
/** Its month is shared by a link, whose address the sign-in page names. */
const SHARED = 'CJ-01'
const REASON = 'Ore fără citiri, verificate pe jurnalul sălii'
/** The first days of a month may be older than the history. */
const MOST_MISSING_MS = 2 * DAY_MS

export const hallsWithBooks = ({ locations }: Network) => locations.filter(({ code }) => HALLS.includes(code))

/**
 * Called again as the history goes on. `until`: all readings of the slots in `written` before this instant are there,
 * epoch milliseconds. A hall whose days another person closes or seals meanwhile is left to them. Does nothing for a
 * history that is shorter than a month.
 */
export async function sealBooks(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  network: Network,
  tenant: string,
  written: readonly DemoSlot[],
  until: number,
): Promise<void> {
  const month = localTime(network.madeAt, TIME_ZONE).startOf('month').minus({ months: 1 })
  if (network.historyStart > month.toMillis() + MOST_MISSING_MS) return
  const last = month.endOf('month').toFormat('yyyy-MM-dd')
  const halls = hallsWithBooks(network).filter(
    ({ id, tenantId }) => tenantId === tenant && written.some(({ locationId }) => locationId === id),
  )
  for (const hall of halls)
    try {
      const actor = { ...systemActor, name: hall.contact }
      const place = await placeOf(deps.db, { tenantId: tenant }, hall.id)
      const slots = network.machines.filter(one => one.locationId === hall.id).map(one => one.slotId)
      const given = { reports: null, accepted: slots, reason: REASON }
      const seal = (day: Day) =>
        deps.db.transaction().execute(async db => {
          await closeDay(db, day, { by: null, reason: null }, deps.clock())
          await sealDay(db, actor, day, given, deps.clock())
        })
      const through = await sealedThrough(deps.db, hall.id)
      // What is read just when a day begins belongs to the day before.
      let day =
        through === null ? gamingDayIn(place.rules, network.historyStart - 1) : dayAfter(place, through)
      for (; day <= last && dayOf(place, day).to <= until; day = dayAfter(place, day))
        await seal(dayOf(place, day))
      if (day > last && !(await isMonthSealed(deps.db, hall.id, last.slice(0, 7))))
        await deps.db.transaction().execute(db => sealMonth(db, actor, place, last.slice(0, 7), deps.clock()))
      if (hall.code === SHARED && day > last) {
        const shared = { locationId: hall.id, month: last.slice(0, 7), name: 'Contabilitatea externă' }
        await deps.db
          .transaction()
          .execute(db => shareDemoMonth(db, { ...actor, tenantId: tenant }, shared, deps.clock()))
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      deps.log.debug({ err: error, location_id: hall.id }, 'demo history: the books of a hall were left out')
    }
}

const isMonthSealed = async (db: Db, locationId: string, month: string): Promise<boolean> =>
  (await db
    .selectFrom('monthly_reports')
    .select('id')
    .where('location_id', '=', locationId)
    .where('month', '=', month)
    .where('state', '=', 'sealed')
    .executeTakeFirst()) !== undefined
