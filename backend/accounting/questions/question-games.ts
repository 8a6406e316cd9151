/** Games of slots in a question: a game is a number of its slot. */
import { noMovement, type MovementMeter } from '../../telemetry/readings/meters.contract'

export type Cell = Readonly<Record<MovementMeter, number>> & {
  /** Of the group; null where there is but one column. */
  r: string
  k: string | null
  currency: string
}

/** Of a game's key: its slot, and its number; 0 is what the slot's own counters have beyond its games. */
export function gameOf(key: string): { slot: string; nr: number } {
  const [slot = '', nr = ''] = key.split('.')
  return { slot, nr: Number(nr) }
}

/**
 * A slot's own counters less those of its games, so that the rows of a slot add up to the slot; nothing where every
 * credit is a game's.
 */
export function withRests(
  cells: readonly Cell[],
  { by, meters }: { by: string; meters: readonly MovementMeter[] },
): Cell[] {
  const keyOf = (cell: Cell) => (by === 'game' ? cell.r : (cell.k ?? ''))
  const restOf = (cell: Cell) =>
    [gameOf(keyOf(cell)).slot, by === 'game' ? cell.k : cell.r, cell.currency].join(' ')
  const games = new Map<string, Record<MovementMeter, number>>()
  for (const cell of cells) {
    if (gameOf(keyOf(cell)).nr === 0) continue
    const sum = games.get(restOf(cell)) ?? { ...noMovement }
    games.set(restOf(cell), sum)
    for (const name of meters) sum[name] += cell[name]
  }
  return cells.flatMap(cell => {
    const sum = gameOf(keyOf(cell)).nr === 0 ? games.get(restOf(cell)) : undefined
    if (!sum) return [cell]
    const rest = { ...cell, ...Object.fromEntries(meters.map(name => [name, cell[name] - sum[name]])) }
    return meters.some(name => rest[name] !== 0) ? [rest] : []
  })
}
