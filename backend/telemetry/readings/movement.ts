/** Readings of meters, and how they follow each other. */
import { HANDPAY_PENDING, handpayOf } from './event-money.service'
import { NO_SMIB, type MeterValues } from './meters.contract'
import type { MemoryEvent, Repairs } from './meter-marks'

/** All meters were set to zero. */
const totalClear = '7A'
/** Memory cleared or in doubt: 7A and 31–3A. */
export const memoryEvents: readonly string[] = [
  totalClear,
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '37',
  '38',
  '39',
  '3A',
]

export const explainingCodes: readonly string[] = [...memoryEvents, HANDPAY_PENDING]
/** What an event says of meters; null: nothing. `data` as it was received. */
export function explainedBy(code: string, at: number, data: string | null): MemoryEvent | null {
  if (memoryEvents.includes(code)) return { at, total: code === totalClear }
  const paid = handpayOf(code, data)
  return paid && { at, total: false, paid }
}

export interface Moment {
  at: number
  nano: number
  seq: number
  smib: string
}
export interface Reading extends Moment {
  values: MeterValues
  /** At the price that it was read at. */
  place?: { denomination: number }
  /** Its other meters, as JSON. */
  more?: string | null
  /** Of a stored one: how it was judged. */
  repairs?: Repairs
}

/**
 * Of a reading that a person took off the machine: no SMIB sent it, and it comes before what was sent in the same
 * millisecond.
 */
export const manualMoment = (at: number): Moment => ({ at, nano: 0, seq: -2, smib: NO_SMIB })
export const isManual = ({ smib }: Pick<Moment, 'smib'>): boolean => smib === NO_SMIB

/** Readings of one slot's game follow each other in this order, whatever the order of arrival. */
export const inOrder = (a: Moment, b: Moment): number =>
  a.at - b.at || a.nano - b.nano || a.seq - b.seq || (a.smib < b.smib ? -1 : a.smib > b.smib ? 1 : 0)
