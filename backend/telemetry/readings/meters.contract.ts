/**
 * The meters that have a column of their own, by SAS code (domain notes, section 2). Values are accounting credits or
 * counts.
 */

/** Meters that only rise: their movements are added up. */
export const movementMeters = {
  coin_in: '0000',
  coin_out: '0001',
  jackpot: '0002',
  handpaid_cancelled: '0003',
  games_played: '0005',
  games_won: '0006',
  bills_in: '000B',
  ticket_in: '0015',
  ticket_out: '0016',
  electronic_in: '0017',
  electronic_out: '0018',
  hopper_out: '0009',
  total_drop: '0024',
  coins_in: '0008',
} as const

/** `current_credits` is a level, not a counter: shown, never added up. */
export const meterCodes = { ...movementMeters, current_credits: '000C' } as const

export type MovementMeter = keyof typeof movementMeters
export type MainMeter = keyof typeof meterCodes
/** They count things; the others are credits. */
export const countMeters: ReadonlySet<MovementMeter> = new Set(['games_played', 'games_won'])
export const movementNames = Object.keys(movementMeters) as MovementMeter[]
/** Of a row in which nothing moved. */
export const noMovement = Object.fromEntries(movementNames.map(name => [name, 0])) as Readonly<
  Record<MovementMeter, number>
>
export const mainNames = Object.keys(meterCodes) as MainMeter[]
/**
 * One value for each of `mainNames`, in their order, which begins with that of `movementNames`; null where a reading
 * leaves it out.
 */
export type MeterValues = (number | null)[]
const NO_VALUES: Readonly<MeterValues> = mainNames.map(() => null)
export const emptyValues = (): MeterValues => NO_VALUES.slice()

/** A reading that a person took off the machine is stored under this. */
export const NO_SMIB = '0'.repeat(24)

/** Codes that table C-7 uses, first and last of each run. */
const knownRuns: readonly (readonly [number, number])[] = [
  [0x00, 0x39],
  [0x3e, 0x7c],
  [0x7f, 0x93],
  [0xa0, 0xb1],
  [0xb8, 0xbd],
  [0xfa, 0xff],
]
const known = new Set(
  knownRuns.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) =>
      (first + offset).toString(16).toUpperCase().padStart(4, '0'),
    ),
  ),
)

const places = new Map([...known].map(code => [code, Object.values<string>(meterCodes).indexOf(code)]))
/**
 * Where a meter of this code (in upper case) stands in `mainNames`; -1 for one without a column of its own, whether or
 * not the table has it: a manufacturer's meter is stored and shown by its code. Undefined for what is no code.
 */
export const meterPlace = (code: string): number | undefined =>
  places.get(code) ?? (/^[0-9A-F]{4}$/.test(code) ? -1 : undefined)
