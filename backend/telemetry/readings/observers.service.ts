/**
 * What later wings make of what is stored: jackpots grow and are won, rules look at events.
 * `backend/registrations.ts` registers them; what they write goes into the
 * transaction that stores the batch, so that neither is there without the other.
 */
import type { CompiledQuery } from 'kysely'
import type { Db } from '../../platform/db/database'

/** Of a SMIB, or found in what SMIBs sent. `slotId` null: its SMIB stood on no slot. */
export interface ObservedEvent {
  slotId: string | null
  tenantId: string
  locationId: string
  code: string
  /** Epoch milliseconds. */
  at: number
  /** JSON. */
  data: string | null
}

/** A reading of a whole slot, with meters that have no column of their own. */
export interface ObservedMeters {
  slotId: string
  tenantId: string
  locationId: string
  at: number
  /** JSON: SAS code → value. */
  more: string
}

/** Coin in that an hour of a slot gets, in minor units; less than 0 where a booking is taken back. */
export interface BookedCoinIn {
  slot_id: string
  location_id: string
  tenant_id: string
  currency: string
  hour: number
  minor: number
  /** Of the newest reading, when it was taken. */
  last_at: number
}

export interface Observer {
  /** Of each batch. `found`: events that no SMIB sent. */
  onBatch?(
    db: Db,
    batch: {
      events: readonly ObservedEvent[]
      found: readonly ObservedEvent[]
      meters: readonly ObservedMeters[]
    },
    now: number,
  ): Iterable<CompiledQuery>
  /** Of each booking, and of what repairs and edits change in one. */
  onBooked?(db: Db, booked: readonly BookedCoinIn[]): Iterable<CompiledQuery>
}

let known: readonly Observer[] | undefined

export function registerObservers(observers: readonly Observer[]): void {
  known = observers
}

/** Throws where `registerObservers` was not called: a batch that nobody looks at would be a win that nobody pays. */
export function observers(): readonly Observer[] {
  if (!known) throw new Error('no observers of ingestion are registered')
  return known
}

export function* observeBooked(db: Db, booked: readonly BookedCoinIn[]): Iterable<CompiledQuery> {
  for (const { onBooked } of observers()) if (onBooked) yield* onBooked(db, booked)
}
