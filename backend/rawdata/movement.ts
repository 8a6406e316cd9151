/** Readings of meters, and how they follow each other. */
import type { Repairs } from './weigh'
import { NO_SMIB, type MeterValues } from './meters.contract'

/** All meters were set to zero. */
export const totalClear = '7A'
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

export interface Moment {
  at: number
  nano: number
  seq: number
  smib: string
}
export interface Reading extends Moment {
  values: MeterValues
  /** Of a stored one: how it was judged. */
  repairs?: Repairs
}

/** Of a reading that a person took off the machine: told by nobody's SMIB, before what was sent in the same millisecond. */
export const momentByHand = (at: number): Moment => ({ at, nano: 0, seq: -2, smib: NO_SMIB })
export const isByHand = ({ smib }: Pick<Moment, 'smib'>): boolean => smib === NO_SMIB

/** Readings of one slot's game follow each other in this order, whatever the order of arrival. */
export const inOrder = (a: Moment, b: Moment): number =>
  a.at - b.at || a.nano - b.nano || a.seq - b.seq || (a.smib < b.smib ? -1 : a.smib > b.smib ? 1 : 0)
