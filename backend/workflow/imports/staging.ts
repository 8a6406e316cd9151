/** An import's rows in the database: written by the check, read by everything after it. */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import { foldWords } from '../../platform/contract/fold'
import { insertMany, rowsAsTable, type Columns } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { updateMany } from '../../platform/db/update-many'
import type { Staged } from './check'
import { importRowState, type ImportProblem, type ImportRowState } from './imports.contract'
import type { ImportRowsTable } from './imports.table'
import type { Checked } from './import-job'

/** What a verdict changes of a row. */
type Verdict = Pick<
  ImportRowsTable,
  | 'import_id'
  | 'line'
  | 'cells'
  | 'key'
  | 'claim'
  | 'state'
  | 'action'
  | 'problems'
  | 'changes'
  | 'needs_reason'
  | 'search'
>
const verdictColumns: Columns<Verdict> = {
  import_id: 'text',
  line: 'bigint',
  cells: 'text',
  key: 'text',
  claim: 'text',
  state: 'text',
  action: 'text',
  problems: 'text',
  changes: 'text',
  needs_reason: 'bigint',
  search: 'text',
}

/** New rows, or the same lines with another verdict. In a transaction. */
export async function storeVerdicts(
  db: Db,
  importId: string,
  staged: readonly Staged[],
  checked: readonly Checked[],
): Promise<void> {
  const rows = checked.map((one, index): Verdict => {
    const cells = staged[index]?.cells ?? []
    return {
      import_id: importId,
      line: one.line,
      cells: JSON.stringify(cells),
      key: one.key,
      claim: one.claim,
      state: one.problems.length > 0 ? 'error' : one.unchanged ? 'unchanged' : 'ok',
      action: one.action,
      problems: json(one.problems),
      changes: json(one.changes),
      needs_reason: one.needsReason ? 1 : 0,
      search: foldWords(cells),
    }
  })
  const updated = Object.keys(verdictColumns)
    .filter(name => name !== 'import_id' && name !== 'line')
    .map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  await insertMany(
    db,
    'import_rows',
    verdictColumns,
    rows,
    sql`(import_id, line) do update set ${sql.join(updated)}`,
  )
}

/** What becomes of lines, each in its own way. In a transaction. */
export const updateRows = <Row extends { line: number }>(
  db: Db,
  importId: string,
  columns: Columns<Omit<Row, 'line'>>,
  rows: readonly Row[],
): Promise<number> =>
  updateMany(
    db,
    'import_rows',
    { import_id: 'import_id', line: 'line' },
    { ...columns, import_id: 'text', line: 'bigint' } as Columns<Row & { import_id: string }>,
    rows.map(row => ({ ...row, import_id: importId })),
  )

const json = (list: readonly unknown[]): string | null => (list.length === 0 ? null : JSON.stringify(list))

export interface GoodRow extends Staged {
  action: string | null
  needsReason: boolean
}

/** The next good rows, in the order of the file: those after a line, or those of some lines that are good. */
export async function goodRows(
  db: Db,
  importId: string,
  limit: number,
  { after, lines }: { after?: number; lines?: readonly number[] } = {},
): Promise<GoodRow[]> {
  if (limit === 0) return []
  let good = db
    .selectFrom('import_rows')
    .select(['line', 'cells', 'action', 'needs_reason'])
    .where('import_id', '=', importId)
    .where('state', '=', 'ok')
  if (lines) good = good.where('line', 'in', lines)
  if (after !== undefined) good = good.where('line', '>', after)
  const rows = await good.orderBy('line').limit(limit).execute()
  return rows.map(row => ({
    ...stagedOf(row),
    action: row.action,
    needsReason: Number(row.needs_reason) === 1,
  }))
}

export async function rowsAt(db: Db, importId: string, lines: readonly number[]): Promise<Staged[]> {
  if (lines.length === 0) return []
  const { rows } = await sql<
    Pick<ImportRowsTable, 'line' | 'cells'>
  >`select r.line, r.cells from ${rowsAsTable(
    db,
    { line: 'bigint' },
    lines.map(line => ({ line })),
  )}
    cross join import_rows r where r.import_id = ${importId} and r.line = b.line order by r.line`.execute(db)
  return rows.map(stagedOf)
}

const stagedOf = ({ line, cells }: { line: number; cells: string }): Staged => ({
  line: Number(line),
  cells: JSON.parse(cells) as string[],
})

/**
 * Key or claim → the lines of this file that have it, for those that more than one has. Rows that are over do not
 * count.
 */
export async function sharedLines(
  db: Db,
  importId: string,
  name: 'key' | 'claim',
  values?: readonly string[],
): Promise<Map<string, number[]>> {
  const column = sql.ref(`r.${name}`)
  const open = sql`r.import_id = ${importId} and r.state in ('ok', 'error', 'unchanged')`
  // A whole file is counted in one pass: joined to itself, PostgreSQL compares every row with every other before it
  // knows the table's size.
  const { rows } = await (
    values
      ? sql<{ word: string; line: number }>`select b.word, r.line from ${rowsAsTable(
          db,
          { word: 'text' },
          [...new Set(values)].map(word => ({ word })),
        )} cross join import_rows r where ${open} and ${column} = b.word order by r.line`
      : sql<{
          word: string
          line: number
        }>`select c.word, c.line from (select ${column} as word, r.line, count(*) over (partition by ${column}) as count from import_rows r where ${open} and ${column} is not null) c where c.count > 1 order by c.line`
  ).execute(db)
  const lines = groupBy(
    rows,
    ({ word }) => word,
    ({ line }) => Number(line),
  )
  for (const [word, found] of lines) if (found.length < 2) lines.delete(word)
  return lines
}

export interface Twin {
  line: number
  named: number[]
  all: number
}

/** Each line with the others that claim the same, the first few by number: a long list of lines helps nobody. */
export const twinsOf = (shared: ReadonlyMap<string, readonly number[]>): Twin[] =>
  [...shared.values()].flatMap(lines =>
    lines.map(line => ({
      line,
      named: lines
        .slice(0, NAMED + 1)
        .filter(other => other !== line)
        .slice(0, NAMED),
      all: lines.length - 1,
    })),
  )
const NAMED = 5

/**
 * Adds to what was found wrong with these lines that others claim the same. In a transaction; some thousand lines at a
 * time.
 */
export async function addTwins(
  db: Db,
  importId: string,
  column: string,
  twins: readonly Twin[],
): Promise<void> {
  if (twins.length === 0) return
  const byLine = new Map(twins.map(twin => [twin.line, twin]))
  const { rows } = await sql<{
    line: number
    problems: string | null
  }>`select r.line, r.problems from ${rowsAsTable(
    db,
    { line: 'bigint' },
    twins.map(({ line }) => ({ line })),
  )}
    cross join import_rows r where r.import_id = ${importId} and r.line = b.line`.execute(db)
  const updates = rows.map(row => {
    const { named, all } = byLine.get(Number(row.line)) ?? { named: [], all: 0 }
    const twin: ImportProblem = {
      column,
      code: 'twin',
      params: { lines: named.join(', ') + (all > named.length ? ' …' : '') },
    }
    const problems = (JSON.parse(row.problems ?? '[]') as ImportProblem[]).filter(
      one => one.code !== 'twin' || one.column !== column,
    )
    return { line: Number(row.line), state: 'error', problems: JSON.stringify([...problems, twin]) }
  })
  await updateRows(db, importId, { state: 'text', problems: 'text' }, updates)
}

/** What one chunk changed of an import's figures: by state, and of what is still to be done. */
export interface Moved {
  states: Partial<Record<ImportRowState, number>>
  create?: number
  update?: number
  needsReason?: number
}

/** Keeps the figures in step without counting all rows after each chunk. In the chunk's transaction. */
export async function move(
  db: Db,
  importId: string,
  { states, create = 0, update = 0, needsReason = 0 }: Moved,
  now: number,
): Promise<void> {
  const { counts } = await db
    .selectFrom('imports')
    .select('counts')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const known = JSON.parse(counts) as Record<string, number>
  for (const [state, by] of Object.entries(states)) known[state] = (known[state] ?? 0) + by
  await db
    .updateTable('imports')
    .set(row => ({
      counts: JSON.stringify(known),
      will_create: row('will_create', '+', create),
      will_update: row('will_update', '+', update),
      needs_reason: row('needs_reason', '+', needsReason),
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', importId)
    .execute()
}

/** Brings the import's own figures up to date with its rows. */
export async function recount(db: Db, importId: string, now: number): Promise<void> {
  const groups = await db
    .selectFrom('import_rows')
    .select(['state', 'action', 'needs_reason'])
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .groupBy(['state', 'action', 'needs_reason'])
    .execute()
  const sum = (which: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(which).reduce((total, group) => total + Number(group.count), 0)
  await db
    .updateTable('imports')
    .set(row => ({
      counts: JSON.stringify(
        Object.fromEntries(importRowState.options.map(state => [state, sum(group => group.state === state)])),
      ),
      will_create: sum(group => group.state === 'ok' && group.action === 'create'),
      will_update: sum(group => group.state === 'ok' && group.action === 'update'),
      needs_reason: sum(group => group.state === 'ok' && Number(group.needs_reason) === 1),
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', importId)
    .execute()
}
