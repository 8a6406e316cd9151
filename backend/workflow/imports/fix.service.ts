/** Rows that a person mends in the browser, each validated again with those that meant the same. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { checkRows } from './check'
import type { Import } from './imports.queries'
import { jobOf, ordererOf, storedImport } from './job'
import { customKeyOf } from './own-columns'
import { settlePlaces } from './places'
import { addTwins, recount, rowsAt, sharedLines, storeVerdicts, twinsOf } from './staging'
import { importerOf } from './importers'

export interface Fix {
  line: number
  values: Record<string, string>
}

/**
 * Puts new texts into rows that are not committed yet. Returns the lines whose verdict was looked at anew: these, and
 * those that meant the same.
 */
export async function fix(
  db: Db,
  actor: Actor,
  found: Import,
  fixes: readonly Fix[],
  now: number,
): Promise<number[]> {
  const columns = await withColumns(db, found, fixes)
  const lines = [...new Set(fixes.map(one => one.line))]
  const open = await db
    .selectFrom('import_rows')
    .select(['line', 'key', 'claim'])
    .where('import_id', '=', found._id)
    .where('line', 'in', lines)
    .where('state', 'in', ['ok', 'error', 'unchanged'])
    .execute()
  if (open.length < lines.length)
    throw new Problem(409, 'row_over', {
      message: 'A line does not exist or is committed',
      details: { lines: lines.filter(line => !open.some(row => Number(row.line) === line)) },
    })
  const before = await linesWith(db, found._id, open)
  const staged = (await rowsAt(db, found._id, lines)).map(({ line, cells }) => {
    // Half a letter, which JSON can carry, is no text for a database.
    const values = Object.assign(
      {},
      ...fixes.filter(one => one.line === line).map(one => one.values),
    ) as Record<string, string>
    return {
      line,
      cells: columns.map(({ name }, index) =>
        name !== null && values[name] !== undefined
          ? values[name].replace(/\p{Surrogate}/gu, '\ufffd').trim()
          : (cells[index] ?? ''),
      ),
    }
  })
  const job = {
    ...jobOf(await storedImport(db, found._id), now),
    columns,
    may: ordererOf(actor, found.entity).may,
  }
  await storeVerdicts(db, found._id, staged, await checkRows(db, job, staged))
  // What somebody typed is right in one reading alone.
  await db.updateTable('imports').set({ readings: '[]' }).where('id', '=', found._id).execute()
  const fixed = await db
    .selectFrom('import_rows')
    .select(['line', 'key', 'claim'])
    .where('import_id', '=', found._id)
    .where('line', 'in', lines)
    .execute()
  // Those that they were twins of, and those that they are twins of now.
  const others = [...new Set([...before, ...(await linesWith(db, found._id, fixed))])]
    .filter(line => !lines.includes(line))
    .slice(0, MAX_TWINS)
  const again = await rowsAt(db, found._id, others)
  await storeVerdicts(db, found._id, again, await checkRows(db, job, again))
  const all = [...open, ...fixed]
  for (const [name, column] of [
    ['key', importerOf(found.entity).kind.key],
    ['claim', importerOf(found.entity).single?.column ?? 'slot_serial'],
  ] as const) {
    const words = [...new Set(all.flatMap(row => row[name] ?? []))]
    await addTwins(db, found._id, column, twinsOf(await sharedLines(db, found._id, name, words)))
  }
  const placed = await settlePlaces(db, job, [...lines, ...others])
  await recount(db, found._id, now)
  return [...new Set([...lines, ...others, ...placed])].sort((a, b) => a - b)
}

/** One key for thousands of rows is a mistake of another kind; the next fix comes to the rest. */
const MAX_TWINS = 2_000

async function linesWith(
  db: Db,
  importId: string,
  rows: readonly { key: string | null; claim: string | null }[],
): Promise<number[]> {
  const found: number[] = []
  for (const name of ['key', 'claim'] as const) {
    for (const lines of (
      await sharedLines(
        db,
        importId,
        name,
        rows.flatMap(row => row[name] ?? []),
      )
    ).values())
      found.push(...lines)
  }
  return found
}

/**
 * A column that the file does not have is added where somebody fills it in. Throws 422 for a name that is no column of
 * this entity.
 */
async function withColumns(db: Db, found: Import, fixes: readonly Fix[]): Promise<Import['columns']> {
  const named = [...new Set(fixes.flatMap(one => Object.keys(one.values)))]
  const unknown = named.filter(
    name =>
      !Object.hasOwn(importerOf(found.entity).columns, name) &&
      !(customKeyOf(name) !== null && found.columns.some(column => column.name === name)),
  )
  if (unknown.length > 0)
    throw new Problem(422, 'invalid', {
      fields: Object.fromEntries(unknown.map(name => [name, [{ code: 'unknown_field' }]])),
    })
  const missing = named.filter(name => !found.columns.some(column => column.name === name))
  const columns = [...found.columns, ...missing.map(name => ({ header: name, name, added: true }))]
  if (missing.length > 0)
    await db
      .updateTable('imports')
      .set({ columns: JSON.stringify(columns) })
      .where('id', '=', found._id)
      .execute()
  return columns
}
