/**
 * A closed day is worked out anew from its hours, its sums and its readings. Where the readings are in an archive, what was stored of them stands: the
 * readings a slot's day opened and closed with, what was noticed about meters, and how late it was told.
 */
import type { Db } from '../../platform/db/database'
import { archivedOf } from '../retention/archived.service'
import type { IndexReading, SlotDay } from './days.contract'
import { storedSlots } from './location-days.queries'
import type { Day } from '../../telemetry/gaming-days/place.service'

export async function withKeptEvidence(db: Db, day: Day, slots: readonly SlotDay[]): Promise<SlotDay[]> {
  if (!(await archivedOf(db, day))) return [...slots]
  const kept = new Map((await storedSlots(db, day)).map(one => [keyOf(one), one]))
  return slots.map(slot => {
    const stored = kept.get(keyOf(slot))
    return stored ? merged(slot, stored) : slot
  })
}

const keyOf = ({ slot, currency, denomination_minor }: SlotDay) =>
  `${slot._id} ${currency} ${denomination_minor}`

function merged(slot: SlotDay, stored: SlotDay): SlotDay {
  const closing = later(stored.closing, slot.closing)
  const hasMoved = JSON.stringify(slot.moved) !== JSON.stringify(stored.moved)
  const { quality } = slot
  const { tickets: _, ...kept } = stored.quality
  return {
    ...slot,
    opening: stored.opening ?? slot.opening,
    closing,
    quality: {
      ...kept,
      ...(quality.tickets && { tickets: quality.tickets }),
      hours: quality.hours,
      missing: quality.missing,
      held: quality.held,
      decided: quality.decided,
      late: Math.max(quality.late, stored.quality.late),
      last_at: closing?.server_time ?? stored.quality.last_at,
      differs: hasMoved ? quality.differs : stored.quality.differs,
    },
  }
}

const later = (one: IndexReading | null, other: IndexReading | null): IndexReading | null =>
  one && other ? (other.server_time > one.server_time ? other : one) : (one ?? other)
