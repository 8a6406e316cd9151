/**
 * When an alarm begins and ends: it fires once its condition has held for so long, and clears only beyond another
 * limit, so that a value that swings about the limit is one alarm. Pure; instants and durations in milliseconds.
 */
import type { AlarmRuleInput } from './alarm-rules.contract'

export interface Limits {
  operator: AlarmRuleInput['operator']
  /** In the unit of the value. */
  limit: number
  /** The limit itself, where the rule names no other. */
  clears: number
  lastsMs: number
}

/** quiet: nothing. pending: the condition holds since then. open: it has fired. */
export type AlarmState =
  | { is: 'quiet' }
  | { is: 'pending'; since: number }
  | { is: 'open'; since: number; at: number }

export const QUIET: AlarmState = { is: 'quiet' }

export const fires = ({ operator, limit }: Limits, value: number): boolean =>
  operator === 'at_least' ? value >= limit : value <= limit

export const isCleared = ({ operator, clears }: Limits, value: number): boolean =>
  operator === 'at_least' ? value < clears : value > clears

/** Null: there is no value, or nothing may fire now (quiet hours); what is open stays open then. */
export interface Seen {
  at: number
  value: number | null
  muted?: boolean
}

export function next(state: AlarmState, limits: Limits, { at, value, muted = false }: Seen): AlarmState {
  if (state.is === 'open') return value !== null && isCleared(limits, value) ? QUIET : state
  if (value === null || muted || !fires(limits, value)) return QUIET
  const since = state.is === 'pending' ? state.since : at
  return at - since >= limits.lastsMs ? { is: 'open', since, at } : { is: 'pending', since }
}

export interface Episode {
  since: number
  firedAt: number
  /** Null: open at the end. */
  clearedAt: number | null
  /** When it fired. */
  value: number
}

/** A value holds until the next one. In the order of their times; `until` is the end of the last one. */
export function episodesOf(
  limits: Limits,
  seen: readonly Seen[],
  until: number,
  isMuted: (at: number) => boolean = () => false,
): Episode[] {
  const episodes: Episode[] = []
  let state: AlarmState = QUIET
  const look = (one: Seen) => {
    const before = state
    state = next(state, limits, one)
    if (state.is === 'open' && before.is !== 'open')
      episodes.push({ since: state.since, firedAt: state.at, clearedAt: null, value: one.value ?? 0 })
    const last = episodes.at(-1)
    if (before.is === 'open' && state.is !== 'open' && last) last.clearedAt = one.at
  }
  for (const [nr, one] of seen.entries()) {
    look({ ...one, muted: one.muted ?? isMuted(one.at) })
    const end = seen[nr + 1]?.at ?? until
    const due: number =
      state.is === 'pending' ? (state as { since: number }).since + limits.lastsMs : Infinity
    if (due < end) look({ ...one, at: due, muted: isMuted(due) })
  }
  return episodes
}
