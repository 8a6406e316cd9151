/** A slot's mechanical counters: how they count, where they stand, and every time somebody read them. */
export interface SlotMeterSetupsTable {
  slot_id: string
  tenant_id: string
  version: number
  /** What one impulse is worth, in the currency's smallest unit. */
  price_per_impulse_minor: number
  currency: string
  /** Impulses that one step of the index stands for. */
  factor_in: number
  factor_out: number
  factor_jackpot: number
  /** The last index read; null as long as nobody has. */
  mech_in: number | null
  mech_out: number | null
  mech_jackpot: number | null
  /** When that was read, epoch milliseconds. */
  set_at: number | null
  updated_at: number
}

export interface MechanicalReadingsTable {
  id: string
  slot_id: string
  tenant_id: string
  read_at: number
  entered_at: number
  mech_in: number | null
  mech_out: number | null
  mech_jackpot: number | null
  /** As they were then: a later factor must not reprice an earlier reading. */
  price_per_impulse_minor: number
  currency: string
  factor_in: number
  factor_out: number
  factor_jackpot: number
  /** 1: the comparison with the electronic meters starts here (first reading, exchanged counter, import). */
  baseline: number
  reason: string | null
  entered_by: string
  entered_by_name: string
}

/** What they differed by when somebody last looked; see `meter-comparisons.service.ts`. */
export interface MeterComparisonsTable {
  slot_id: string
  tenant_id: string
  verdict: string
  compared_from: number | null
  compared_to: number | null
  difference_in_minor: number | null
  difference_out_minor: number | null
  difference_jackpot_minor: number | null
  compared_at: number | null
  /** When it is to be compared again; null: no more. */
  again_at: number | null
}

export interface MeterTables {
  meter_comparisons: MeterComparisonsTable
  slot_meter_setups: SlotMeterSetupsTable
  mechanical_readings: MechanicalReadingsTable
}
