/** What rows and columns of a question are called, and the order in which they stand. */
import { sql } from 'kysely'
import { localTime } from '../../platform/contract/time-zone'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { gameOf } from './question-games'
import type { QuestionGroup } from './questions.contract'

export interface Named {
  /** As the cells have it. */
  cell: string
  /** As the answer has it: an hour is its place in the day, or the hour as the report's zone shows it. */
  key: string
  /** Null of a day, a week, a month and a weekday, which readers have in their own words. */
  name: string | null
}

const tables = {
  location: ['locations', 'name'],
  tenant: ['tenants', 'name'],
  slot: ['slots', 'serial'],
  game: ['slots', 'serial'],
  manufacturer: ['manufacturers', 'name'],
  game_mix: ['game_mixes', 'name'],
} as const
const isNamed = (group: QuestionGroup): group is keyof typeof tables => group in tables
/** Of a slot without one. */
const NONE = '–'

export async function namedOf(
  db: Db,
  group: QuestionGroup,
  cells: readonly string[],
  zone: string,
): Promise<Named[]> {
  if (!isNamed(group)) {
    const isNumber = group === 'hour' || group === 'hour_of_day' || group === 'weekday'
    return [...cells]
      .sort((a, b) => (isNumber ? Number(a) - Number(b) : a < b ? -1 : 1))
      .map(cell => ({ cell, key: timeKey(group, cell, zone), name: timeName(group, cell, zone) }))
  }
  const [table, column] = tables[group]
  const { rows } = await sql<{ id: string; name: string }>`
    select n.id, ${sql.ref(`n.${column}`)} as name from ${rowsAsTable(
      db,
      { id: 'text' },
      [...new Set(cells.map(cell => idOf(group, cell)))].map(id => ({ id })),
    )} cross join ${sql.table(table)} n where n.id = b.id`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const nameOf = (cell: string) => {
    const name = names.get(idOf(group, cell)) ?? (cell || NONE)
    return group === 'game' ? `${name} · ${gameOf(cell).nr || NONE}` : name
  }
  // Whoever sees single slots does not see the locations that these have left, as in the reports next to this one.
  const isSeen = (cell: string) =>
    names.has(idOf(group, cell)) || group === 'manufacturer' || group === 'game_mix'
  const nrOf = (cell: string) => (group === 'game' ? gameOf(cell).nr || Infinity : 0)
  return cells
    .filter(isSeen)
    .map(cell => ({
      cell,
      key: cell || NONE,
      name: nameOf(cell),
      serial: names.get(idOf(group, cell)) ?? cell,
    }))
    .sort((a, b) => byText(a.serial, b.serial) || nrOf(a.cell) - nrOf(b.cell) || byText(a.key, b.key))
}

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

const idOf = (group: QuestionGroup, cell: string) => (group === 'game' ? gameOf(cell).slot : cell)
const hourOf = (cell: string) => `${cell.padStart(2, '0')}:00`

function timeKey(group: QuestionGroup, cell: string, zone: string): string {
  if (group === 'hour') return localTime(Number(cell), zone).toISO() ?? cell
  return group === 'hour_of_day' ? hourOf(cell) : cell
}

function timeName(group: QuestionGroup, cell: string, zone: string): string | null {
  if (group === 'hour') return localTime(Number(cell), zone).toFormat("yyyy-MM-dd'T'HH:mm")
  return group === 'hour_of_day' ? hourOf(cell) : null
}
