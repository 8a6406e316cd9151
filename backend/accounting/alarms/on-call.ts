/** Whose turn it is. Pure. */
import { HOUR_MS } from '../../platform/contract/durations'
import { localTime } from '../../platform/contract/time-zone'
import type { OnCallOrdersTable } from './alarm-steps.table'

type Turns = Pick<OnCallOrdersTable, 'starts_on' | 'starts_at' | 'turn_hours' | 'time_zone'>

/**
 * All of them, from whoever is on call at `now` (epoch milliseconds) on. Hours are those of the clock on the wall, so
 * that a turn begins at the same time of day all year. Before it starts, the first is on call.
 */
export function fromTurnOf<Person>(people: readonly Person[], turns: Turns, now: number): Person[] {
  if (people.length === 0) return []
  const { year, month, day, hour, minute } = localTime(now, turns.time_zone)
  const passed = Date.UTC(year, month - 1, day, hour, minute) - startOf(turns)
  const turn = Math.max(0, Math.floor(passed / (Number(turns.turn_hours) * HOUR_MS))) % people.length
  return [...people.slice(turn), ...people.slice(0, turn)]
}

const startOf = ({ starts_on, starts_at }: Turns) => Date.parse(`${starts_on}T${starts_at}:00Z`)
