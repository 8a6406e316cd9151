import { HOUR_MS } from './durations'
import { IANAZone } from 'luxon'
import { describe, expect, test } from 'vitest'
import { instantFormat } from './instant-format'
import { timeZone } from './primitives'
import {
  isTimeZone,
  localTime,
  luxonZone,
  offsetAt,
  parseLocalTime,
  platformDiffers,
  zoneData,
  zoneDataOf,
} from './time-zone'

const hours = (iso: string, zone: string) => offsetAt(Date.parse(iso), zone) / HOUR_MS

describe('zone data', () => {
  test('are those of 2026f or newer, whatever Node carries', () => {
    expect(zoneData.version >= '2026f').toBe(true)
  })

  test('are the newer of both', () => {
    expect(zoneDataOf('2026f', '2025c')).toEqual({ version: '2026f', platform: '2025c', isPinned: true })
    expect(zoneDataOf('2026f', '2026f')).toMatchObject({ version: '2026f', isPinned: true })
    expect(zoneDataOf('2026f', '2027a')).toEqual({ version: '2027a', platform: '2027a', isPinned: false })
    expect(zoneDataOf('2026f', '')).toMatchObject({ version: '2026f', isPinned: true })
  })
})

describe('clocks of 2026', () => {
  test.each([
    ['Africa/Casablanca', '2026-09-19T12:00:00Z', 1],
    ['Africa/Casablanca', '2026-09-21T12:00:00Z', 0],
    ['Africa/El_Aaiun', '2026-12-01T12:00:00Z', 0],
    ['America/Vancouver', '2026-12-01T12:00:00Z', -7],
    ['America/Edmonton', '2026-12-01T12:00:00Z', -6],
    ['America/Inuvik', '2026-12-01T12:00:00Z', -6],
    ['America/Winnipeg', '2026-12-01T12:00:00Z', -5],
    ['Europe/Bucharest', '2026-12-01T12:00:00Z', 2],
    ['Europe/Bucharest', '2026-07-01T12:00:00Z', 3],
    ['Europe/Lisbon', '2040-07-01T12:00:00Z', 1],
    ['UTC', '2026-07-01T12:00:00Z', 0],
  ])('%s at %s is %d h ahead', (zone, at, ahead) => {
    expect(hours(at, zone)).toBe(ahead)
    expect(localTime(Date.parse(at), zone).offset / 60).toBe(ahead)
  })

  test('what is typed on a new clock is read by it', () => {
    expect(parseLocalTime('2026-12-01T06:00', 'America/Vancouver').toMillis()).toBe(
      Date.parse('2026-12-01T13:00:00Z'),
    )
  })

  test('an instant is written by the new clock, and named by its distance where the platform has an old name', () => {
    const at = Date.parse('2026-12-01T12:00:00Z')
    const written = (zone: string, options: Intl.DateTimeFormatOptions) =>
      instantFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options }, zone)
    expect(written('America/Vancouver', {}).format(at)).toBe('05:00')
    expect(written('America/Vancouver', { timeZoneName: 'short' }).format(at)).toMatch(
      /^05:00 (?:GMT-7|PDT|MST|PT)$/,
    )
    const named = written('America/Vancouver', { timeZoneName: 'short' })
    expect(
      named
        .formatToParts(at)
        .map(({ value }) => value)
        .join(''),
    ).toBe(named.format(at))
    expect(written('Europe/Bucharest', { timeZoneName: 'short' }).format(at)).toMatch(/^14:00 \S+$/)
  })

  test('the platform is trusted for the names of zones that it knows as these data do', () => {
    expect(platformDiffers('Europe/Bucharest')).toBe(false)
    expect(platformDiffers('UTC')).toBe(false)
  })
})

test('every zone that the platform knows is one here, with the same clocks where both agree', () => {
  for (const zone of Intl.supportedValuesOf('timeZone').filter(isTimeZone))
    for (const at of ['2019-01-15T00:00:00Z', '2024-07-15T00:00:00Z'])
      expect([zone, localTime(Date.parse(at), zone).offset]).toEqual([
        zone,
        IANAZone.create(zone).offset(Date.parse(at)),
      ])
})

test('names that are none are refused', () => {
  for (const name of [
    '',
    'Europe',
    'Europe/Atlantis',
    'europe bucharest',
    '+02:00',
    'Etc/GMT-14',
    '__proto__/x',
  ])
    expect([name, isTimeZone(name)]).toEqual([name, false])
  expect(luxonZone('Europe/Atlantis').isValid).toBe(false)
})

test.each([
  ['europe/lisbon', 'Europe/Lisbon'],
  ['EUROPE/LISBON', 'Europe/Lisbon'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['America/Argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
])('a zone that is typed as %s is %s', (typed, name) => {
  expect(timeZone.parse(typed)).toBe(name)
})
