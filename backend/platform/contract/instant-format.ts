/** Instants as Intl writes them, on the clocks of a zone by the newest data at hand. */
import { offsetAt, platformDiffers } from './time-zone'

export type InstantFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatToParts'>

/**
 * Where the platform's own data of the zone are too old, an instant is shifted and written as UTC, and the zone's name
 * is its distance from UTC (GMT+1): the platform's names go with its own clocks.
 */
export function instantFormat(
  region: string,
  { timeZoneName, ...options }: Intl.DateTimeFormatOptions,
  timeZone: string,
): InstantFormat {
  if (!platformDiffers(timeZone))
    return new Intl.DateTimeFormat(region, { ...options, timeZoneName, timeZone })
  const shifted = new Intl.DateTimeFormat(region, { ...options, timeZone: 'UTC' })
  const onTheWall = (at: number | Date | undefined) => {
    const instant = Number(at ?? Date.now())
    return instant + offsetAt(instant, timeZone)
  }
  const nameAt = (at: number | Date | undefined) => distanceText(offsetAt(Number(at ?? Date.now()), timeZone))
  if (!timeZoneName)
    return {
      format: at => shifted.format(onTheWall(at)),
      formatToParts: at => shifted.formatToParts(onTheWall(at)),
    }
  return {
    format: at => `${shifted.format(onTheWall(at))} ${nameAt(at)}`,
    formatToParts: at => [
      ...shifted.formatToParts(onTheWall(at)),
      { type: 'literal', value: ' ' },
      { type: 'timeZoneName', value: nameAt(at) },
    ],
  }
}

/** GMT, GMT+2, GMT-3:30: as Intl names a zone that has no name of its own. */
function distanceText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  const rest = minutes % 60
  const clock = `${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
  return offset === 0 ? 'GMT' : `GMT${offset < 0 ? '-' : '+'}${clock}`
}
