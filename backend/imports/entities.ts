/** How each file's columns become what a form would send. */
import { currency } from '../contract/primitives'
import type { Many } from '../db/store-many'
import { manyLocations } from '../locations/locations-many.service'
import { manySlots } from '../slots/slots-many.service'
import { manySmibs } from '../smibs/smibs-many.service'
import { date, decimal, integer, oneOf, timeOfDay, words, yesNo, type Cell } from './cells'
import type { ImportEntity, ImportProblem } from './imports.contract'

export interface ColumnSpec {
  cell: Cell
  /** Of the contract's input; null for what the check settles itself. */
  field: string | null
  /** An empty cell of an existing row: 'clear' empties the field, 'keep' leaves it. */
  empty: 'clear' | 'keep'
}

export interface EntitySpec {
  many: Many
  table: 'locations' | 'slots' | 'smibs'
  /** The stored column of the key. */
  key: 'code' | 'serial' | 'mac'
  columns: Readonly<Record<string, ColumnSpec>>
}

const clears = (field: string | null, cell: Cell = words): ColumnSpec => ({ cell, field, empty: 'clear' })
const keeps = (field: string | null, cell: Cell = words): ColumnSpec => ({ cell, field, empty: 'keep' })
const own = (...names: string[]) => Object.fromEntries(names.map(name => [name, clears(name)]))

const money = decimal(2, { unit: /\s*(?:lei|ron|eur|\u20ac)$/i })
/** "AA:BB:CC:DD:EE:FF" is one address with its bare digits. */
const address: Cell = { ...words, read: text => ({ value: text.toLowerCase().replace(/[:\s-]/g, '') }) }

export const meterColumns = ['price_per_impulse', 'factor_in', 'factor_out', 'mech_in', 'mech_out'] as const

export const entities: Readonly<Record<ImportEntity, EntitySpec>> = {
  locations: {
    many: manyLocations,
    table: 'locations',
    key: 'code',
    columns: {
      ...own(
        'code',
        'name',
        'county',
        'city',
        'address',
        'lat',
        'lon',
        'licence_no',
        'work_point_no',
        'contact',
        'phone',
      ),
      tenant: keeps('tenant'),
      timezone: keeps('time_zone'),
      gaming_day_start: keeps('gaming_day_start', timeOfDay),
      active: keeps(null, yesNo),
    },
  },
  slots: {
    many: manySlots,
    table: 'slots',
    key: 'serial',
    columns: {
      ...own(
        'serial',
        'asset_no',
        'manufacturer',
        'machine_type',
        'game_mix',
        'type_approval',
        'cvt_no',
        'authorisation_no',
        'position',
      ),
      tenant: keeps(null),
      location_code: keeps('location'),
      protocol: keeps('protocol'),
      sas_address: clears('sas_address', integer),
      accounting_denom: keeps('denomination', money),
      currency: keeps(null, oneOf(currency.options)),
      theoretical_rtp: clears('theoretical_rtp', decimal(2, { most: 10_000, unit: /\s*%$/, sign: ' %' })),
      cvt_valid_to: clears('cvt_valid_to', date),
      active: keeps(null, yesNo),
      price_per_impulse: keeps(null, money),
      factor_in: keeps(null, integer),
      factor_out: keeps(null, integer),
      mech_in: keeps(null, integer),
      mech_out: keeps(null, integer),
    },
  },
  smibs: {
    many: manySmibs,
    table: 'smibs',
    key: 'mac',
    columns: {
      ...own('serial', 'firmware', 'network', 'broker'),
      smib_id: clears('mac', address),
      tenant: keeps(null),
      location_code: keeps('location'),
      slot_serial: clears('slot'),
      poll_ms: clears('poll_ms', integer),
      test_mode: keeps(null, yesNo),
      log_mode: keeps(null, yesNo),
      active: keeps(null, yesNo),
    },
  },
}

/** In the file's own units: percents and not basis points, lei and not bani. */
export function limitsOf(
  entity: ImportEntity,
  column: string | null,
  params: NonNullable<ImportProblem['params']>,
): NonNullable<ImportProblem['params']> {
  const cell = column === null ? undefined : entities[entity].columns[column]?.cell
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && (name === 'min' || name === 'max')
        ? (cell?.limit?.(value) ?? value)
        : value,
    ]),
  )
}
