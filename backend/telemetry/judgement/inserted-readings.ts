/** Readings that no SMIB sent: a person inserted them, and judgement takes them in their turn. */
import type { Db } from '../../platform/db/database'
import { placeOfSlot } from '../readings/slot-history.queries'
import type { SlotReading } from './counter-readings'
import type { Rulings } from './judged-run'
import { mainNames, type MovementMeter } from '../readings/meters.contract'
import { inOrder } from '../readings/movement'
import { insertedMoment, type Decided } from './rulings.service'

export interface Queued {
  reading: SlotReading
  /** That inserts it. */
  ruling?: Decided
}

/**
 * Those behind the anchor, all without one: judgement then begins with the first reading. Each once, although both runs
 * may know it.
 */
export async function insertedReadings(
  db: Db,
  { slotId, game }: { slotId: string; game: number },
  { before, now }: Rulings,
  anchor: SlotReading | undefined,
): Promise<Queued[]> {
  const all: Queued[] = []
  for (const ruling of new Set([...before, ...now])) {
    if (ruling.kind !== 'insert') continue
    const moment = insertedMoment(ruling.at)
    const isBehind = !anchor || inOrder(moment, anchor) > 0
    const place = isBehind ? await placeOfSlot(db, slotId, ruling.at) : undefined
    if (!place) continue
    const values = mainNames.map(name => ruling.values[name as MovementMeter] ?? null)
    all.push({
      ruling,
      reading: {
        ...moment,
        run: 0,
        more: null,
        repairs: {},
        held: null,
        isNew: false,
        values,
        game,
        place,
      },
    })
  }
  return all
}
