/** Days of Bell Link's location that are sealed and old, and what archiving leaves of the raw rows. */
import { dayOf, placeOf } from '../../backend/telemetry/gaming-days/place.service'
import { dateAfter, gamingDayIn } from '../../backend/estate/locations/gaming-day.service'
import { archiveDay, nextDue } from '../../backend/accounting/retention/archiving.service'
import { locations, slots, tenants } from '../people'
import { HOUR, reading, sunday } from './feed'
import type { TestBackend } from './backend'

/** An hour each for three days, 100 credits an hour. */
export const hourly = Array.from({ length: 72 }, (_, nr) =>
  reading(nr + 1, sunday + (nr + 1) * HOUR, { '0000': 1_000 + nr * 100, '0001': 500 + nr * 40 }),
)
export function retained(backend: () => TestBackend) {
  const placeHere = () => placeOf(backend().db, { tenantId: null }, locations.cluj.id)

  return {
    async forget(): Promise<void> {
      for (const table of [
        'raw_archives',
        'raw_archive_pieces',
        'raw_archive_days',
        'reading_floors',
        'event_floors',
        'archived_digests',
        'location_days',
        'fiscal_heads',
        'mechanical_readings',
        'slot_day_closings',
        'days_to_refresh',
      ] as const)
        await backend().db.deleteFrom(table).execute()
    },

    /** The gaming day of an instant, with its own. */
    async dayAt(at: number) {
      const place = await placeHere()
      return dayOf(place, gamingDayIn(place.rules, at - 1))
    },

    /** As if each day from the one of `from` to that of `to` were closed and sealed; `state` for all of them. */
    async seal(from: number, to: number, state: 'closed' | 'sealed' = 'sealed'): Promise<void> {
      const place = await placeHere()
      const last = gamingDayIn(place.rules, to - 1)
      for (let day = gamingDayIn(place.rules, from - 1); day <= last; day = dateAfter(day, 1)) {
        const { from: starts_at, to: ends_at } = dayOf(place, day)
        await backend()
          .db.insertInto('location_days')
          .values({
            location_id: locations.cluj.id,
            day,
            currency: 'RON',
            tenant_id: tenants.carpathia.id,
            state,
            sums: '{}',
            first_sums: '{}',
            starts_at,
            ends_at,
            slots: 0,
            silent: 0,
            hours_known: 0,
            hours_expected: 0,
            held: 0,
            decided: 0,
            late: 0,
            carried: 0,
            revision: 1,
            closed_at: ends_at,
            closed_by: null,
            reason: null,
            refreshed_at: null,
          })
          .execute()
      }
    },

    /** All that is due. `pieces`: after so many it is stopped. */
    async archive(pieces = Infinity): Promise<void> {
      let left = pieces
      const goOn = () => Promise.resolve(left-- > 0)
      for (let due = await nextDue(backend().db, backend().clock()); due.length > 0 && left > 0;) {
        for (const day of due) await archiveDay(backend().deps, day, goOn)
        due = await nextDue(backend().db, backend().clock())
      }
    },

    readings: () =>
      backend()
        .db.selectFrom('counter_readings')
        .select(['server_time', 'message_seq_nr', 'held', 'coin_in', 'coin_out'])
        .where('slot_id', '=', slots.bellLink.id)
        .orderBy('server_time')
        .execute(),

    messages: () =>
      backend()
        .db.selectFrom('messages')
        .select(['server_time', 'message_seq_nr'])
        .orderBy('server_time')
        .execute(),
  }
}
