import { isTimeZone, newZones } from '../../backend/platform/contract/time-zone'

/**
 * Every zone that the zone data know, by the part of the world that it is in: for a list that needs no script to be
 * found in.
 */
let known: [area: string, zones: string[]][] | undefined

export function zonesByArea(): [area: string, zones: string[]][] {
  if (known) return known
  const areas = new Map<string, string[]>()
  for (const zone of [...Intl.supportedValuesOf('timeZone').filter(isTimeZone), ...newZones()]) {
    const [area = ''] = zone.split('/', 1)
    // UTC is offered by itself; what has no area is an old name for something that has.
    if (zone.includes('/') && area !== 'Etc') areas.set(area, [...(areas.get(area) ?? []), zone])
  }
  known = [...areas].map(([area, zones]) => [area, zones.toSorted()])
  return known
}

export const isListedZone = (zone: string): boolean =>
  zone === 'UTC' || zonesByArea().some(([, zones]) => zones.includes(zone))
