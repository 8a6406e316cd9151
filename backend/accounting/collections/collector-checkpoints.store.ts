import { invalidField } from '../../platform/contract/problem'
import { readingStateOf } from '../../platform/contract/presence'
import {
  derived,
  optionalMoneyIn,
  moneyIn,
  readOnly,
  readOnlyRefTo,
  refTo,
  type Stored,
} from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { collectorCheckpointsContract, isNoteOf, type CountedNote } from './collector-checkpoints.contract'
import { expectedCash, storeMeters, lastCollection, placeOfSlot, toleranceOf } from './expected-cash.service'
import { parseLocalTime } from '../../platform/contract/time-zone'

/** Set by the rules below, from the meters: no form says it. */
const calculatedMoney = (column: string) => {
  const { write: _write, ...map } = optionalMoneyIn(column, 'currency')
  return map
}
const added = (column: string) => {
  const { write: _write, ...map } = moneyIn(column, 'currency')
  return map
}

const ageOf = ({ collected_at, closing_at }: Stored): number | null =>
  closing_at === null ? null : Number(collected_at) - Number(closing_at)

export const collectorCheckpointsStore = defineStore(collectorCheckpointsContract, {
  table: 'collector_checkpoints',
  columns: {
    number: readOnly('number'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: refTo('slot_id', 'slots', 'serial'),
    timestamp: readOnly('collected_at'),
    collected_by: readOnly('collected_by'),
    opening: calculatedMoney('opening_minor'),
    opening_at: readOnly('opening_at'),
    closing: calculatedMoney('closing_minor'),
    closing_at: readOnly('closing_at'),
    closing_age: derived(['collected_at', 'closing_at'], ageOf),
    closing_state: derived(['collected_at', 'closing_at'], row => {
      const age = ageOf(row)
      return age === null ? null : readingStateOf(age)
    }),
    checkpoint: readOnly('closing_checkpoint_id'),
    expected: calculatedMoney('expected_minor'),
    counted: derived(['counted'], ({ counted }) =>
      (JSON.parse(String(counted)) as [number, number][]).map(([minor, count]) => ({ minor, count })),
    ),
    actual: added('counted_minor'),
    difference: calculatedMoney('difference_minor'),
    tolerance: added('tolerance_minor'),
    state: readOnly('state'),
    unknown_because: readOnly('unknown_because'),
  },
  search: ({ number, bag, collected_by, notes }) => [
    number as string,
    bag as string | null,
    collected_by as string,
    notes as string | null,
  ],
  prepare: async ({ db, actor, now, input }) => {
    const place = await placeOfSlot(db, input.slot)
    if (!place) throw invalidField('slot', 'unknown')
    const counted = countedOf(input.counted, place.currency)
    const at = instantOf(input.collected_at, place.time_zone) ?? now
    if (at > now) throw invalidField('collected_at', 'in_the_future')
    const last = await lastCollection(db, place.id)
    // Between two collections the cash has been counted already.
    if (last && at <= last.collected_at) throw invalidField('collected_at', 'before_last_collection')
    const seq = (last?.seq ?? 0) + 1
    const number = `${place.serial}/${seq}`
    const known = await expectedCash(db, place.id, last, at)
    const tolerance_minor = await toleranceOf(db, place.tenant_id)
    const counted_minor = counted.reduce((sum, { minor, count }) => sum + minor * count, 0)
    const difference_minor = known.expected_minor === null ? null : counted_minor - known.expected_minor
    const state = verdict(difference_minor, tolerance_minor)
    if ((state === 'short' || state === 'over') && input.reason === null)
      throw invalidField('reason', `cash_${state}`)
    return {
      ...known,
      tenant_id: place.tenant_id,
      location_id: place.location_id,
      number,
      seq,
      collected_at: at,
      collected_by: actor.name,
      closing_checkpoint_id: await storeMeters(db, place, { at, by: actor.name, number, now }),
      currency: place.currency,
      counted: JSON.stringify(counted.map(({ minor, count }) => [minor, count])),
      counted_minor,
      difference_minor,
      tolerance_minor,
      state,
    }
  },
})

const verdict = (difference: number | null, tolerance: number) =>
  difference === null
    ? 'unknown'
    : Math.abs(difference) <= tolerance
      ? 'matches'
      : difference < 0
        ? 'short'
        : 'over'

/**
 * Largest first, each note once, without those that were not there. Throws 422 for a note that the currency does not
 * have.
 */
function countedOf(counted: readonly CountedNote[], currency: string): CountedNote[] {
  const kinds = new Set(counted.map(({ minor }) => minor))
  if (kinds.size < counted.length) throw invalidField('counted', 'repeated')
  const there = counted.filter(({ count }) => count > 0)
  if (there.some(({ minor }) => !isNoteOf(currency, minor))) throw invalidField('counted', 'no_such_note')
  return there.toSorted((one, other) => other.minor - one.minor)
}

/** Undefined when it was left out. Throws 422 for a time that the clock skipped. */
function instantOf(clock: string | null, zone: string): number | undefined {
  if (clock === null) return undefined
  const at = parseLocalTime(clock, zone)
  if (!at.isValid || at.toFormat("yyyy-MM-dd'T'HH:mm") !== clock)
    throw invalidField('collected_at', 'invalid')
  return at.toMillis()
}
