/** Rows of reports in which nothing is said of meters that their slot, or their game, had not reported by then. */
import type { z } from 'zod'
import type { Db } from '../../platform/db/database'
import type { aggregateEntity, SlotFigures } from '../figures/aggregate.contract'
import { inQuestion, knownBy, reportedSince, type Reported } from '../figures/reported-since.service'
import type { DayGroup } from './days-report.contract'
import type { NetworkAnswer, NetworkRequest } from './network-report.contract'

type Figures = SlotFigures & { key: string; name: string | null }
interface Shown {
  entity: z.output<typeof aggregateEntity>
  id: string
  by: DayGroup
  from: string
  to: string
}

/** Rows of one slot, or of a slot each: a place's rows add up what its slots reported. */
export async function knownOfDays(
  db: Db,
  rows: readonly Figures[],
  { entity, id, by, from, to }: Shown,
): Promise<Figures[]> {
  if (entity !== 'slot' && by !== 'slot') return [...rows]
  const slotOf = (row: Figures) => (entity === 'slot' ? id : row.key)
  const question = inQuestion(rows.map(row => ({ slot: slotOf(row), figures: row })))
  const reported = await reportedSince(db, question, { from, to })
  return rows.map(row => {
    const end = by === 'day' ? row.key : by === 'month' ? `${row.key}-31` : to
    return knownBy(row, reported.get(slotOf(row)), end < to ? end : to)
  })
}

type Written = NetworkAnswer['rows'][number]

/** A game's figures are known by what that game has reported, others by what the slot has. */
export async function knownOfNetwork(
  db: Db,
  rows: readonly Written[],
  { from, to }: NetworkRequest,
): Promise<Written[]> {
  const ofSlots = new Map<number | null, { slot: string; figures: Written }[]>()
  for (const row of rows) {
    if (!row.slot) continue
    const one = { slot: row.slot._id, figures: row }
    const known = ofSlots.get(row.game_nr)
    if (known) known.push(one)
    else ofSlots.set(row.game_nr, [one])
  }
  const reported = new Map<number | null, Map<string, Reported>>()
  for (const [game, of] of ofSlots)
    reported.set(game, await reportedSince(db, inQuestion(of), { from, to }, game))
  return rows.map(row => (row.slot ? knownBy(row, reported.get(row.game_nr)?.get(row.slot._id), to) : row))
}
