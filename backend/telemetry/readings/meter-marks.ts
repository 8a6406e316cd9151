/** How the meters of a reading are marked, and what explains them. */
import { type MovementMeter } from './meters.contract'

/**
 * Marks of readings booked before 2026-11-23: `reset` booked its whole value, `jump` nothing. They are decided and stay
 * as they are.
 */
type Decided = 'reset' | 'jump'

/**
 * `rollover`: the wrapped difference is booked. `cleared`: a new run after a memory event. `restarted`: a new run
 * proven by the readings held before.
 * `fell`, `jumped`, `silent`: doubtful. `straddle`: the slot moved in between; booked where it stood before.
 * `repriced`: the price changed in between, and nobody can say which part was played at which: nothing is booked, and a
 * new run begins. `unproven`: all meters were at zero since the game was first read, which a SMIB that has not read
 * them yet tells as well: nothing is booked, and the run begins with what follows.
 */
export type Verdict =
  | 'rollover'
  | 'cleared'
  | 'restarted'
  | 'fell'
  | 'jumped'
  | 'silent'
  | 'straddle'
  | 'repriced'
  | 'unproven'

/** Decided by a person: the difference was confirmed, or a break was put before the reading. */
export type Ruled = 'confirmed' | 'broken'

export type Repair = Verdict | Decided | Ruled

interface Paid {
  /** Minor units of the slot's currency. */
  minor: number
  /** A win; false: credits that are cancelled. Null: it does not say. */
  isJackpot: boolean | null
}

/**
 * What an event says of meters that go another way than by play: memory that was cleared or in doubt, or a payment by
 * hand.
 */
export interface MemoryEvent {
  at: number
  /** All meters were set to zero (7A), not only perhaps (31–3A). */
  total: boolean
  /** No memory event, but a call for an attendant who pays by hand. */
  paid?: Paid
}

export type Repairs = Partial<Record<MovementMeter, Repair>>
