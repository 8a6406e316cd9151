/**
 * A closed day is computed again from its hours, its sums and its readings. Where the readings are in an archive, the
 * evidence stored with the day stays: its opening and closing readings, the repairs of meters, and how late it arrived.
 */
import type { Db } from '../../platform/db/database'
import { archivedOf } from '../archives/archived.service'
import type { IndexReading, SlotDay } from './days.contract'
import { storedSlots } from './location-days.queries'
import type { Day } from '../../telemetry/gaming-days/place.service'

export async function withStoredEvidence(db: Db, day: Day, slots: readonly SlotDay[]): Promise<SlotDay[]> {
  if (!(await archivedOf(db, day))) return [...slots]
  const storedRows = new Map((await storedSlots(db, day)).map(one => [keyOf(one), one]))
  return slots.map(slot => {
    const stored = storedRows.get(keyOf(slot))
    return stored ? merged(slot, stored) : slot
  })
}

const keyOf = ({ slot, currency, denomination_minor }: SlotDay) =>
  `${slot._id} ${currency} ${denomination_minor}`

function merged(slot: SlotDay, stored: SlotDay): SlotDay {
  const closing = later(stored.closing, slot.closing)
  const hasMoved = JSON.stringify(slot.moved) !== JSON.stringify(stored.moved)
  const { quality } = slot
  const { tickets: _, ...storedQuality } = stored.quality
  return {
    ...slot,
    opening: stored.opening ?? slot.opening,
    closing,
    quality: {
      ...storedQuality,
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
