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
  /** What each side moved; null where the difference is null, and in comparisons made before these columns existed. */
  mechanical_in_minor: number | null
  mechanical_out_minor: number | null
  mechanical_jackpot_minor: number | null
  electronic_in_minor: number | null
  electronic_out_minor: number | null
  electronic_jackpot_minor: number | null
  compared_at: number | null
  /** When it is to be compared again; null: no more. */
  again_at: number | null
}

/**
 * Why a comparison differs, as somebody said it then. Added, never changed: the newest of a slot counts while its
 * differences are those.
 */
export interface MeterExplanationsTable {
  id: string
  slot_id: string
  tenant_id: string
  code: string
  note: string | null
  compared_from: number
  compared_to: number
  difference_in_minor: number | null
  difference_out_minor: number | null
  difference_jackpot_minor: number | null
  by_name: string
  at: number
}

type OfKind<Name extends string> = `${Name}_${'in' | 'out' | 'jackpot'}`
/** A reading taken by hand on a meter sheet, with the value that was expected then. */
export interface MeterSheetEntriesTable
  extends
    Record<OfKind<'read'> | OfKind<'expected'>, number | null>,
    Record<`${OfKind<'difference'> | OfKind<'tolerance'>}_minor`, number | null> {
  id: string
  version: number
  tenant_id: string
  location_id: string
  slot_id: string
  /** The location's gaming day of the reading. */
  day: string
  read_at: number
  entered_by: string
  currency: string
  state: 'agrees' | 'within' | 'beyond' | 'not_compared'
  absolute_minor: number | null
  reason: string | null
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}

/** A view of every slot with its stored counter setup. */
interface MachineMetersView
  extends
    Pick<
      SlotMeterSetupsTable,
      'price_per_impulse_minor' | 'currency' | OfKind<'factor'> | OfKind<'mech'> | 'tenant_id' | 'version'
    >,
    Pick<
      MeterComparisonsTable,
      'verdict' | 'compared_from' | 'compared_to' | 'compared_at' | `${OfKind<'difference'>}_minor`
    > {
  id: string
  location_id: string
  serial: string
  position: string | null
  set_at: number | null
  search: string
  archived_at: number | null
  created_at: number
  updated_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    machine_meters: MachineMetersView
    meter_sheet_entries: MeterSheetEntriesTable
    meter_explanations: MeterExplanationsTable
    meter_comparisons: MeterComparisonsTable
    slot_meter_setups: SlotMeterSetupsTable
    mechanical_readings: MechanicalReadingsTable
  }
}
