/**
 * Stories that an attentive reader finds in the demo's history (domain notes, section 14). Stories of entities that
 * do not exist yet wait for them.
 */
import { DAY_MS, HOUR_MS } from '../platform/contract/durations'

export type Story =
  /** Eight digits are not enough: coin in passes 99,999,999 about halfway. */
  | { kind: 'rollover' }
  /** The memory was cleared: every meter starts at zero again. */
  | { kind: 'ram-clear'; at: number; reason: string }
  /** The SMIB is silent while the slot is played on. */
  | { kind: 'board-offline'; from: number; to: number }
  /** Messages lost on the way. */
  | { kind: 'gap'; at: number; lost: number }
  | { kind: 'duplicate'; at: number }
  /** The SMIB's clock is fast by so many milliseconds. */
  | { kind: 'clock-drift'; from: number; to: number; by: number }
  /** Waiting for an attendant since `at`; paid at last at `until`. */
  | { kind: 'handpay-pending'; at: number; until: number; lei: number }
  | { kind: 'certificate'; validTo: string }
  | { kind: 'counterfeit'; at: number; bills: number }
  /** The bill acceptor is dirty: one jam after another. */
  | { kind: 'bill-jams'; at: number; bills: number }
  /** The memory was brought back from a copy of `hours` before: every meter stands lower, and no event says why. */
  | { kind: 'restored'; at: number; hours: number }
  /** A bit of coin in flipped: the meter jumps by so many credits that nobody can have played. */
  | { kind: 'jumped'; at: number; credits: number }

/** Of meters that left their line: a person decides what is booked. Times are whole hours of the history. */
export function doubtsFor(madeAt: number): Story[] {
  const end = Math.floor(madeAt / HOUR_MS) * HOUR_MS
  return [
    { kind: 'restored', at: end - 4 * DAY_MS - 5 * HOUR_MS, hours: 6 },
    { kind: 'jumped', at: end - 2 * DAY_MS - 3 * HOUR_MS, credits: 2 ** 23 },
  ]
}

/** In the first location, where whoever tries the demo pays by hand. */
export const handpayFor = (madeAt: number): Story[] => [
  { kind: 'handpay-pending', at: madeAt - 12 * 60_000, until: madeAt + 5 * HOUR_MS, lei: 1_480 },
]

/** Times are whole hours of the history, but for the handpay. */
export function storiesFor(madeAt: number): Story[] {
  const end = Math.floor(madeAt / HOUR_MS) * HOUR_MS
  const ago = (days: number, hours = 0) => end - days * DAY_MS - hours * HOUR_MS
  const date = (days: number) => new Date(madeAt + days * DAY_MS).toISOString().slice(0, 10)
  return [
    { kind: 'rollover' },
    { kind: 'ram-clear', at: ago(33, 4), reason: 'Placă de bază înlocuită, bon de service 2214' },
    { kind: 'ram-clear', at: ago(11, 7), reason: 'Actualizare de program, versiune nouă aprobată' },
    { kind: 'board-offline', from: ago(24), to: ago(17) },
    { kind: 'gap', at: ago(52, 3), lost: 2 },
    { kind: 'gap', at: ago(45, 9), lost: 5 },
    { kind: 'gap', at: ago(31, 2), lost: 3 },
    { kind: 'gap', at: ago(19, 6), lost: 1 },
    { kind: 'gap', at: ago(8, 5), lost: 12 },
    { kind: 'gap', at: ago(2, 8), lost: 4 },
    { kind: 'duplicate', at: ago(6, 3) },
    { kind: 'clock-drift', from: ago(4), to: ago(1), by: 137_000 },
    { kind: 'handpay-pending', at: madeAt - 40 * 60_000, until: madeAt + 3 * HOUR_MS, lei: 2_750 },
    { kind: 'certificate', validTo: date(6) },
    { kind: 'certificate', validTo: date(19) },
    { kind: 'counterfeit', at: ago(3, 2), bills: 9 },
    { kind: 'bill-jams', at: ago(1, 4), bills: 37 },
  ]
}
