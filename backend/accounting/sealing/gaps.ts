/** Gaps of rows, counted by kind and by slot, and compared with what a person accepts. */
import type { FormRow } from '../fiscal-reports/fiscal-document.contract'
import type { Acceptance, GapKind, MonthGaps } from './gaps.contract'
import { gapKinds } from './gaps.contract'

type Row = Pick<FormRow, 'slot' | 'missing_hours' | 'held' | 'beyond' | 'games_alone'>

const sizes: Record<GapKind, (row: Row) => number> = {
  missing_hours: row => row.missing_hours,
  held: row => row.held,
  beyond: row => (row.beyond === undefined ? 0 : 1),
  games_alone: row => (row.games_alone === undefined ? 0 : 1),
}

export const gapsOf = (row: Row): GapKind[] => gapKinds.filter(kind => sizes[kind](row) > 0)

/** A row of several kinds is accepted only where each of them is. */
export const isAccepted = (row: Row, { all, kinds, slots }: Acceptance): boolean =>
  all || slots.includes(row.slot._id) || gapsOf(row).every(kind => kinds.includes(kind))

/** Rows of one day, one for each slot. */
export const gapsOfDay = (rows: readonly Row[]) =>
  gapKinds.flatMap(kind => {
    const own = rows.filter(row => sizes[kind](row) > 0)
    const count = own.reduce((sum, row) => sum + sizes[kind](row), 0)
    return own.length > 0 ? [{ kind, slots: own.length, count }] : []
  })

/** Rows of several days, one for each slot of a day. Slots by name. */
export function gapsOfMonth(days: readonly (readonly Row[])[]): MonthGaps {
  const lacking = days.map(rows => rows.filter(row => gapsOf(row).length > 0)).filter(rows => rows.length > 0)
  const bySlot = new Map<string, MonthGaps['slots'][number]>()
  for (const row of lacking.flat()) {
    const { slot } = row
    const known = bySlot.get(slot._id)
    const own = gapsOf(row)
    bySlot.set(slot._id, {
      slot,
      kinds: gapKinds.filter(kind => known?.kinds.includes(kind) || own.includes(kind)),
      days: (known?.days ?? 0) + 1,
    })
  }
  return {
    days: lacking.length,
    kinds: gapKinds.flatMap(kind => {
      const own = lacking.map(rows => rows.filter(row => sizes[kind](row) > 0))
      const all = own.flat()
      if (all.length === 0) return []
      return {
        kind,
        days: own.filter(rows => rows.length > 0).length,
        slots: new Set(all.map(({ slot }) => slot._id)).size,
        count: all.reduce((sum, row) => sum + sizes[kind](row), 0),
      }
    }),
    slots: [...bySlot.values()].sort((a, b) => (a.slot.name < b.slot.name ? -1 : 1)),
  }
}
