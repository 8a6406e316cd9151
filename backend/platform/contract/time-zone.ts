/**
 * Clocks of the world, by the newest zone data at hand: the platform's, or those of a pinned package where these are
 * newer. Governments change their clocks at short notice, and a Node that is a year old would book an hour off without
 * a word.
 */
import { MINUTE_MS } from './durations'
import { LRUCache } from 'lru-cache'
import {
  DateTime,
  FixedOffsetZone,
  IANAZone,
  Zone,
  type ZoneOffsetFormat,
  type ZoneOffsetOptions,
} from 'luxon'
import moment from 'moment-timezone'

const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

/** Versions of the IANA time zone database, such as 2026f. Both are shown on `/health` and with a person's settings. */
export const zoneData = zoneDataOf(moment.tz.dataVersion, process.versions.tz ?? '')

/** `2026f` comes after `2026e` and `2025z` as text does. A platform that does not say its version counts as older. */
export function zoneDataOf(
  pinned: string,
  platform: string,
): { version: string; platform: string; isPinned: boolean } {
  const isPinned = platform <= pinned
  return { version: isPinned ? pinned : platform, platform, isPinned }
}

/** An IANA name that these data know, written as people write it: an area and a place, or UTC. */
export const isTimeZone = (name: string): boolean =>
  /^[A-Za-z]+(?:\/[A-Za-z_+-]+)+$|^UTC$/.test(name) && (isPlatformZone(name) || pinnedZone(name) !== null)

const spellings = new Map(moment.tz.names().map(name => [name.toLowerCase(), name]))

/**
 * A zone's name in the letters of the database, since others compare it: `europe/lisbon` is Europe/Lisbon. It stays the
 * name that was chosen: the platform would give Asia/Kolkata its older one.
 */
export const canonicalZone = (name: string): string => spellings.get(name.toLowerCase()) ?? name

/** Zones of the pinned data that the platform does not know. */
export const newZones = (): string[] =>
  moment.tz.names().filter(name => isTimeZone(name) && !isPlatformZone(name))

/**
 * How far a zone's clocks are ahead of UTC at an instant (epoch milliseconds), in milliseconds. Throws for a zone that
 * nobody knows.
 */
export function offsetAt(at: number, timeZone: string): number {
  const pinned = zoneData.isPinned ? pinnedZone(timeZone) : null
  // The library counts westwards; adding zero leaves no negative one.
  return pinned ? -Math.round(pinned.utcOffset(at)) * MINUTE_MS + 0 : platformOffset(at, timeZone)
}

/** The zone for luxon: everything that reads or writes local times passes this, never a name. */
export function luxonZone(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  const zone =
    zoneData.isPinned && pinnedZone(timeZone) ? new PinnedZone(timeZone) : IANAZone.create(timeZone)
  zones.set(timeZone, zone)
  return zone
}

/** An instant on the clocks of a zone. */
export const localTime = (at: number, timeZone: string): DateTime =>
  DateTime.fromMillis(at, { zone: luxonZone(timeZone) })

/** A date or time that names no zone, read on the clocks of one; invalid where the text is none. */
export const parseLocalTime = (text: string, timeZone: string): DateTime =>
  DateTime.fromISO(text, { zone: luxonZone(timeZone) })

/**
 * Whether the platform's clocks of a zone differ from these data at any time from 2000 on. Its own names and formats
 * can then not be used.
 * A change that only one of both has lasts for weeks, one of another hour is found next to the change itself.
 */
export function platformDiffers(timeZone: string): boolean {
  let differs = differing.get(timeZone)
  if (differs === undefined) differing.set(timeZone, (differs = zoneData.isPinned && isOtherwise(timeZone)))
  return differs
}

/** The database has some 600 names, and people may write each in small letters or large ones. */
const MOST_NAMES = 1_000
const differing = new LRUCache<string, boolean>({ max: MOST_NAMES })
const zones = new LRUCache<string, Zone>({ max: MOST_NAMES })

function isOtherwise(timeZone: string): boolean {
  const pinned = pinnedZone(timeZone)
  if (!pinned) return false
  if (!isPlatformZone(timeZone)) return true
  const [from, to] = [Date.UTC(2000, 0, 1), Date.UTC(2038, 0, 1)]
  const weeks = Array.from({ length: Math.ceil((to - from) / WEEK_MS) }, (_, week) => from + week * WEEK_MS)
  const changes = pinned.untils
    .filter(until => until >= from && until < to)
    .flatMap(until => [until - 1, until])
  return [...weeks, ...changes].some(at => platformOffset(at, timeZone) !== offsetAt(at, timeZone))
}

const pinnedZone = (name: string) => moment.tz.zone(name)

function isPlatformZone(name: string): boolean {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** Making a clock takes longer than reading it a hundred times. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: MOST_NAMES })

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    clocks.set(timeZone, clock)
  }
  return clock
}

function platformOffset(at: number, timeZone: string): number {
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(clockOf(timeZone).format(at)) ?? []
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
  return sign === '-' ? -ahead : ahead
}

/** Luxon's own zones ask the platform. */
class PinnedZone extends Zone {
  readonly #name: string
  constructor(name: string) {
    super()
    this.#name = name
  }
  override get type() {
    return 'pinned'
  }
  override get name() {
    return this.#name
  }
  override get isUniversal() {
    return false
  }
  override get isValid() {
    return true
  }
  override offset(at: number): number {
    return offsetAt(at, this.#name) / MINUTE_MS
  }
  override offsetName(at: number, options: ZoneOffsetOptions): string {
    return platformDiffers(this.#name)
      ? `GMT${this.formatOffset(at, 'narrow')}`
      : (IANAZone.create(this.#name).offsetName(at, options) ?? '')
  }
  override formatOffset(at: number, format: ZoneOffsetFormat): string {
    return FixedOffsetZone.instance(this.offset(at)).formatOffset(at, format)
  }
  override equals(other: Zone): boolean {
    return other instanceof PinnedZone && other.name === this.#name
  }
}
