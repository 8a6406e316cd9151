import { DateTime } from 'luxon'

/** An instant as files have it: local to the zone, with its offset, so that it sorts and reads back. */
export const fileTime = (at: number, zone: string): string => DateTime.fromMillis(at, { zone }).toISO({ suppressMilliseconds: true }) ?? ''
