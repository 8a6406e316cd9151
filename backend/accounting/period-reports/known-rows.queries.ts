/** Rows of reports in which nothing is said of meters that their slot, or their game, had not reported by then. */
import type { z } from 'zod'
import type { Db } from '../../platform/db/database'
import type { aggregateEntity, SlotFigures } from '../figures/aggregate.contract'
import { inQuestion, knownBy, reportedBy, reportedSince } from '../figures/reported-since.service'
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
  if (by === 'slot') {
    const of = rows.map(row => ({ slot: entity === 'slot' ? id : row.key, game: null, figures: row }))
    const reported = await reportedBy(db, of, { from, to })
    return rows.map((row, at) => knownBy(row, reported[at], to))
  }
  if (entity !== 'slot') return [...rows]
  const question = inQuestion(rows.map(row => ({ slot: id, figures: row })))
  const reported = (await reportedSince(db, question, { from, to })).get(id)
  return rows.map(row => {
    const end = by === 'day' ? row.key : by === 'month' ? `${row.key}-31` : to
    return knownBy(row, reported, end < to ? end : to)
  })
}

type Written = NetworkAnswer['rows'][number]

/** A game's figures are known by what that game has reported, others by what the slot has. */
export async function knownOfNetwork(
  db: Db,
  rows: readonly Written[],
  { from, to }: NetworkRequest,
): Promise<Written[]> {
  const ofSlots = rows.flatMap(row =>
    row.slot ? [{ slot: row.slot._id, game: row.game_nr, figures: row }] : [],
  )
  const reported = await reportedBy(db, ofSlots, { from, to })
  const byRow = new Map(ofSlots.map(({ figures }, at) => [figures, reported[at]]))
  return rows.map(row => knownBy(row, byRow.get(row), to))
}
