/** How busy a location is at an instant: nights and weekends (domain notes, section 14), by the clock on its wall. */
import { DAY_MS, HOUR_MS } from '../platform/contract/durations'
import { TIME_ZONE } from './places'
import { randomFor } from './random'
import { localTime } from '../platform/contract/time-zone'

/** Share of full play by local hour. */
const byHour = [
  0.82, 0.64, 0.36, 0.22, 0.13, 0.08, 0.06, 0.06, 0.09, 0.13, 0.18, 0.22, 0.26, 0.28, 0.3, 0.33, 0.38, 0.46,
  0.68, 0.78, 0.86, 0.92, 0.96, 0.92,
] as const
/** Monday first. */
const byDay = [0.86, 0.84, 0.88, 0.94, 1.12, 1.24, 1.06] as const

/** Wages are paid at the turn of the month. */
const PAID_FROM = 28
const PAID_TO = 2
const WHEN_PAID = 1.15

interface Wall {
  hour: number
  weekday: number
  day: number
}
const walls = new Map<number, Wall>()

/** Local hour (0 to 23), weekday (0 is Monday) and day of the month. */
export function wallClock(instant: number): Wall {
  const hourStart = Math.floor(instant / HOUR_MS) * HOUR_MS
  let wall = walls.get(hourStart)
  if (!wall) {
    const local = localTime(hourStart, TIME_ZONE)
    walls.set(hourStart, (wall = { hour: local.hour, weekday: local.weekday - 1, day: local.day }))
    if (walls.size > 4_000) walls.clear()
  }
  return wall
}

/** 0 to about 1.4; the small hours belong to the evening before. */
export function busy(instant: number): number {
  const { hour, weekday, day } = wallClock(instant)
  const evening = hour < 6 ? (weekday + 6) % 7 : weekday
  const wages = day >= PAID_FROM || day <= PAID_TO ? WHEN_PAID : 1
  return (byHour[hour] ?? 0) * (byDay[evening] ?? 1) * wages
}

/** One slot in twenty is switched off, for a day at a time, from six in the morning UTC. */
export const isSwitchedOff = (seed: string, index: number, instant: number): boolean =>
  randomFor(seed, 'off', index, Math.floor((instant - 6 * HOUR_MS) / DAY_MS)).chance(0.05)
