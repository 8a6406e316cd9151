/**
 * A file of slots says how their mechanical counters count. The wing that keeps that registers how it is read and
 * written (`backend/registrations.ts`).
 */
import type { Db } from '../../platform/db/database'

/**
 * What is left out (or null) stays as it is; of a slot without a setup, the defaults are taken. Prices in minor units,
 * indexes in impulses.
 */
export interface MeterSetupInput {
  slot_id: string
  price_per_impulse_minor?: number | null
  factor_in?: number | null
  factor_out?: number | null
  factor_jackpot?: number | null
  mech_in?: number | null
  mech_out?: number | null
  mech_jackpot?: number | null
}

export interface SetupBy {
  id: string
  name: string
  reason?: string
}

export interface MeterSetups {
  /** By slot; none for a slot without a setup. */
  read(db: Db, slotIds: readonly string[]): Promise<Map<string, object>>
  /** In the caller's transaction. */
  save(db: Db, rows: readonly MeterSetupInput[], now: number, by?: SetupBy): Promise<void>
  /** With the readings that were entered for them. */
  drop(db: Db, slotIds: readonly string[]): Promise<void>
}

let known: MeterSetups | undefined

export function registerMeterSetups(setups: MeterSetups): void {
  known = setups
}

/** Throws where `registerMeterSetups` was not called. */
export function meterSetups(): MeterSetups {
  if (!known) throw new Error('nobody keeps the setups of mechanical counters: none are registered')
  return known
}
