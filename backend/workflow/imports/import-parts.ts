/** The rows of a file as it was read, until they have been checked. */
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { CHUNK } from './import-tasks.service'
import type { CsvFile } from './csv-file'
import type { ImportRowState } from './imports.contract'

export async function storeParts(db: Db, id: string, rows: CsvFile['rows']): Promise<void> {
  const parts = partsOf(rows)
  for (let part = 0; part < parts.length;) {
    const together: { import_id: string; part: number; body: string }[] = []
    for (let size = 0; part < parts.length && size < AT_ONCE; part++) {
      const body = JSON.stringify(parts[part]?.map(({ line, cells }) => [line, ...cells]))
      together.push({ import_id: id, part, body })
      size += body.length
    }
    await insertMany(db, 'import_parts', { import_id: 'text', part: 'bigint', body: 'text' }, together)
  }
}

/** What was stored, whether it was checked since or not. */
export async function storedRows(db: Db, id: string): Promise<CsvFile['rows']> {
  const parts = await db
    .selectFrom('import_parts')
    .select('body')
    .where('import_id', '=', id)
    .orderBy('part')
    .execute()
  const checked = await db
    .selectFrom('import_rows')
    .select(['line', 'cells'])
    .where('import_id', '=', id)
    .orderBy('line')
    .execute()
  return [
    ...checked.map(({ line, cells }) => ({ line: Number(line), cells: JSON.parse(cells) as string[] })),
    ...parts.flatMap(({ body }) =>
      (JSON.parse(body) as [number, ...string[]][]).map(([line, ...cells]) => ({ line, cells })),
    ),
  ]
}

/** Rows in this state are as they were read, to be checked once more. In a transaction. */
export async function moveToParts(db: Db, id: string, state: ImportRowState): Promise<void> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['line', 'cells'])
    .where('import_id', '=', id)
    .where('state', '=', state)
    .orderBy('line')
    .execute()
  await storeParts(
    db,
    id,
    rows.map(({ line, cells }) => ({ line: Number(line), cells: JSON.parse(cells) as string[] })),
  )
  await db.deleteFrom('import_rows').where('import_id', '=', id).where('state', '=', state).execute()
}

/** Forgets the rows, not the import. */
export async function forgetRows(db: Db, id: string): Promise<void> {
  for (const table of ['import_rows', 'import_parts'] as const)
    await db.deleteFrom(table).where('import_id', '=', id).execute()
}

/** Characters handed over at once, and of a part's rows: more would hold up the event loop. */
const AT_ONCE = 1024 * 1024
const PART = 512 * 1024

/** Rows that are looked at together: so many, or fewer where they are long. */
function partsOf(rows: CsvFile['rows']): CsvFile['rows'][] {
  const parts: CsvFile['rows'][] = []
  let size = Infinity
  for (const row of rows) {
    const length = row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (size + length > PART || (parts.at(-1)?.length ?? CHUNK) >= CHUNK) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(row)
    size += length
  }
  return parts
}
