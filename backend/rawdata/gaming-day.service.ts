/** The one place where an instant becomes a gaming day (domain notes, section 4). Never in SQL: days of 23 and 25 hours exist. */
import { DateTime } from 'luxon'
import { LRUCache } from 'lru-cache'

interface Day {
  from: number
  to: number
  name: string
}
const recent = new LRUCache<string, Day[]>({ max: 500 })
/** Days kept per zone and day start; a feed moves through them in order. */
const DAYS_KEPT = 8

/**
 * The gaming day, YYYY-MM-DD, that an instant (epoch milliseconds) belongs to: from `dayStart` (HH:MM, local) up to the next one.
 * A start that the clocks skip moves on by the skipped hour; one that they repeat is its first occurrence.
 */
export function gamingDayOf(instant: number, timeZone: string, dayStart: string): string {
  const key = `${timeZone} ${dayStart}`
  let days = recent.get(key)
  if (!days) recent.set(key, (days = []))
  let day = days.find(one => instant >= one.from && instant < one.to)
  if (!day) {
    days.unshift((day = dayAround(instant, timeZone, dayStart)))
    if (days.length > DAYS_KEPT) days.pop()
  }
  return day.name
}

/** Start and end of a gaming day, epoch milliseconds, end exclusive. */
export function gamingDayBounds(
  day: string,
  timeZone: string,
  dayStart: string,
): { from: number; to: number } {
  const [hour, minute] = dayStart.split(':').map(Number)
  const date = DateTime.fromISO(day, { zone: timeZone })
  const start = (at: DateTime) =>
    at.set({ hour: hour ?? 0, minute: minute ?? 0, second: 0, millisecond: 0 }).toMillis()
  return { from: start(date), to: start(date.plus({ days: 1 })) }
}

function dayAround(instant: number, timeZone: string, dayStart: string): Day {
  const local = DateTime.fromMillis(instant, { zone: timeZone }).startOf('day')
  for (const shift of [0, -1, 1]) {
    const name = local.plus({ days: shift }).toISODate() ?? ''
    const bounds = gamingDayBounds(name, timeZone, dayStart)
    if (instant >= bounds.from && instant < bounds.to) return { ...bounds, name }
  }
  throw new Error(`No gaming day around ${instant} in ${timeZone}`)
}
