import { currency } from '../../contract/primitives'
import { manySlots } from '../../slots/slots-many.service'
import { date, decimal, integer, oneOf, yesNo } from '../cells'
import type { Work } from '../draft'
import { clears, keeps, limitsIn, own, type Importer } from './importer'
import { any, exists } from './in-use'
import { meterColumns } from './meter-columns'

const money = decimal(2, { unit: /\s*(?:lei|ron|eur|\u20ac)$/i })

export const slots: Importer = {
  many: manySlots,
  table: 'slots',
  key: 'serial',
  name: 'serial',
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

  draft: (work, raw) => meters(work, raw),
  hasMeters: true,
  uses: [
    ['in_use', exists('smibs', 'slot_id')],
    [
      'has_history',
      any(
        exists('counter_readings', 'slot_id'),
        exists('events', 'slot_id'),
        exists('smib_slots', 'slot_id'),
        exists('machine_commands', 'slot_id'),
      ),
    ],
  ],
}

/** Its denomination is an amount and a currency; its mechanical counters are a setup of their own. */
function meters(work: Work, raw: Record<string, unknown>): void {
  const { values, before } = work
  const currency = values.currency ?? before?.currency ?? work.tenant?.currency
  const minor = values.accounting_denom ?? before?.denomination_minor
  if (minor !== undefined) raw.denomination = { minor, currency }
  const given = meterColumns.filter(name => values[name] !== undefined)
  for (const name of given) {
    const [least, most] = limits[name]
    const value = values[name] as number
    if (value < least)
      work.problems.push({ column: name, code: 'too_small', params: limitsIn(slots, name, { min: least }) })
    else if (value > most)
      work.problems.push({ column: name, code: 'too_big', params: limitsIn(slots, name, { max: most }) })
  }
  if (given.length > 0)
    work.meters = {
      slot_id: work.id,
      ...Object.fromEntries(
        given.map(name => [name === 'price_per_impulse' ? 'price_per_impulse_minor' : name, values[name]]),
      ),
    }
}

/** Money in minor units; counters have at most ten digits. */
const limits = {
  price_per_impulse: [1, 100_000_000],
  factor_in: [1, 1_000_000],
  factor_out: [1, 1_000_000],
  mech_in: [0, 9_999_999_999],
  mech_out: [0, 9_999_999_999],
} as const
