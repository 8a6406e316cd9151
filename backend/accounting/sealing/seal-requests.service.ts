/**
 * Sealing where the tenant asks for a second person: what one asks for, exactly as it was shown, somebody else seals.
 */
import { ask, needsSecond, waitingAbout } from '../../workflow/second-person/asking.service'
import type { WaitingRequest } from '../../workflow/second-person/waiting.contract'
import type { Db } from '../../platform/db/database'
import type { Place } from '../../telemetry/gaming-days/place.service'
import type { Actor } from '../../platform/request/actor'
import { datesOf } from '../fiscal-reports/monthly-reports.service'
import { monthReports, type Sealing } from './sealing.service'

/** Days are sealed in order: one request about a location at a time. */
const aboutSeal = ({ locationId }: Pick<Place, 'locationId'>): string => `seal ${locationId}`

export const sealsNeedSecondPerson = (db: Db, { tenantId }: Pick<Place, 'tenantId'>): Promise<boolean> =>
  needsSecond(db, tenantId, 'seal_second_person')

export async function secondPersonStatus(
  db: Db,
  place: Pick<Place, 'tenantId' | 'locationId'>,
  now: number,
): Promise<{ waiting: WaitingRequest | null } | null> {
  if (!(await sealsNeedSecondPerson(db, place))) return null
  return { waiting: await waitingAbout(db, [aboutSeal(place)], now) }
}

/**
 * In a transaction. Days in order; whether they can be sealed was looked at by the caller. Answers the request's id.
 */
export const askToSealDays = (
  db: Db,
  actor: Actor,
  place: Pick<Place, 'tenantId' | 'locationId'>,
  days: readonly { day: string; reports: readonly string[] }[],
  { accepted, reason, leave_out }: Pick<Sealing, 'accepted' | 'reason' | 'leave_out'>,
  now: number,
): Promise<string> =>
  ask(
    db,
    actor,
    {
      tenant_id: place.tenantId,
      location_id: place.locationId,
      slot_id: null,
      kind: 'seal',
      about: aboutSeal(place),
      day: days[0]?.day ?? null,
      through: days.at(-1)?.day ?? null,
      cause: reason ?? '',
      body: { days, accepted, reason, leave_out: leave_out ?? [] },
    },
    now,
  )

/** As `askToSealDays`, of a month. */
export const askToSealMonth = async (
  db: Db,
  actor: Actor,
  place: Pick<Place, 'tenantId' | 'locationId'>,
  month: string,
  now: number,
): Promise<string> =>
  ask(
    db,
    actor,
    {
      tenant_id: place.tenantId,
      location_id: place.locationId,
      slot_id: null,
      kind: 'month',
      about: aboutSeal(place),
      day: datesOf(month)[0] ?? null,
      through: datesOf(month).at(-1) ?? null,
      cause: '',
      body: { month, reports: await monthReports(db, place, month) },
    },
    now,
  )
