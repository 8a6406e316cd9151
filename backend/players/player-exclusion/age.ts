/** Whether somebody is of age. What is not known for certain is never taken for satisfied. */
import { localTime, parseLocalTime } from '../../platform/contract/time-zone'

const OF_AGE = 18

export type Age = 'of_age' | 'minor' | 'unknown'

/** The calendar of the location decides: somebody is of age from 00:00 of the birthday on. */
const isMinor = (born: string, now: number, zone: string): boolean =>
  parseLocalTime(born, zone).plus({ years: OF_AGE }).toMillis() > now

/** If several dates of birth are possible, somebody is minor or of age only by all of them. */
export function ageOf(births: readonly string[], now: number, zone: string): Age {
  const possible = bornBy(births, now, zone)
  // A number whose only birth is still to come is nobody's who is of age.
  if (possible.length === 0) return births.length === 0 ? 'unknown' : 'minor'
  const minors = possible.filter(born => isMinor(born, now, zone)).length
  return minors === 0 ? 'of_age' : minors === possible.length ? 'minor' : 'unknown'
}

/** Without days that are still to come. */
const bornBy = (births: readonly string[], now: number, zone: string): string[] => {
  const today = localTime(now, zone).toISODate() ?? ''
  return births.filter(born => born <= today)
}
