/** What a SAS meter counts (domain notes, section 2). */
import { mainNames, meterCodes } from './meters.contract'

export type MeterUnit = 'credits' | 'cents' | 'count' | 'percent'

/**
 * First code, last code, unit. Each was compared with the domain notes and with two public lists of table C-7
 * (Aristocrat's public `SasMeterId`, to 0062 and from 007F on; a public C++ port of SAS 6.03's constants, all of it),
 * in November 2026. In `cents count` an amount and its number take turns.
 */
const table: readonly (readonly [first: number, last: number, unit: MeterUnit | 'cents count'])[] = [
  [0x00, 0x04, 'credits'],
  [0x05, 0x07, 'count'],
  [0x08, 0x0c, 'credits'],
  // Of validated tickets: 000D is 0080 + 0084, 000E is 0086 + 008A, 000F is 0082, 0010 is 0088; their numbers follow.
  [0x0d, 0x10, 'cents'],
  [0x11, 0x14, 'count'],
  // All tickets and transfers, in credits whatever was printed on them.
  [0x15, 0x24, 'credits'],
  [0x25, 0x26, 'count'],
  [0x27, 0x34, 'credits'],
  [0x35, 0x39, 'count'],
  [0x3e, 0x3e, 'count'],
  [0x3f, 0x3f, 'credits'],
  // Notes by value: accepted, to the drop, to the hopper, out of the hopper.
  [0x40, 0x57, 'count'],
  [0x58, 0x58, 'credits'],
  [0x59, 0x62, 'count'],
  [0x63, 0x63, 'credits'],
  [0x64, 0x6d, 'count'],
  [0x6e, 0x6e, 'credits'],
  [0x6f, 0x78, 'count'],
  // Of 6.03, by the one list that has it: sessions, tips, foreign notes as converted, their number.
  [0x79, 0x79, 'count'],
  [0x7a, 0x7a, 'credits'],
  [0x7b, 0x7b, 'cents'],
  [0x7c, 0x7c, 'count'],
  [0x7f, 0x7f, 'percent'],
  [0x80, 0x93, 'cents count'],
  [0xa0, 0xb1, 'cents count'],
  [0xb8, 0xbd, 'cents count'],
  [0xfa, 0xff, 'credits'],
]

/** Of a code that the table lacks: credits, as a manufacturer's meter is shown. */
export function meterUnit(code: string): MeterUnit {
  const nr = Number.parseInt(code, 16)
  const [first = 0, , unit = 'credits'] = table.find(([from, to]) => nr >= from && nr <= to) ?? []
  return unit === 'cents count' ? ((nr - first) % 2 === 0 ? 'cents' : 'count') : unit
}

/** The name of a meter with a column of its own; of any other, its code. */
export const meterName = (code: string): string => mainNames.find(name => meterCodes[name] === code) ?? code
