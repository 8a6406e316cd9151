/**
 * SMIBs that change places within one file: who waits for a slot belongs into one transaction with the SMIB that leaves
 * it.
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { checkRows } from './check'
import type { ImportProblem } from './imports.contract'
import { goodRows, rowsAt, storeVerdicts, type GoodRow } from './staging'
import { importerOf } from './importers'
import type { Job } from './import-job'

/** Most SMIBs that change places with each other: they are written in one transaction, and nobody waits for more. */
export const MAX_TOGETHER = 2_000
/** Rows that are checked at once. */
const BATCH = 250

type Import = Job & { id: string }

/**
 * Looks anew at rows that wait for a slot which another row of the file leaves; with `lines`, only where one of them is
 * concerned. Returns the lines looked at.
 */
export async function settlePlaces(db: Db, job: Import, lines?: readonly number[]): Promise<number[]> {
  if (!importerOf(job.entity).takesSlots) return []
  const concerned = lines && new Set(lines)
  const groups = groupsOf(await waiting(db, job.id)).filter(
    group => !concerned || group.some(line => concerned.has(line)),
  )
  let batch: number[] = []
  for (const group of [...groups, []]) {
    if (batch.length > 0 && (group.length === 0 || batch.length + group.length > BATCH)) {
      const judged = batch
      batch = []
      await together(db, tx => judgeAgain(tx, job, judged))
    }
    if (group.length <= MAX_TOGETHER) batch.push(...group)
    else await together(db, tx => tooMany(tx, job, group))
  }
  return groups.flat()
}

/** In the caller's transaction, or where there is none in one for each batch: nobody waits for the whole file. */
const together = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** What else is wrong with a row stays wrong, and keeps its SMIB where it is. */
async function judgeAgain(db: Db, job: Import, lines: readonly number[]): Promise<void> {
  const open = await openRows(db, job.id, lines)
  const staged = await rowsAt(db, job.id, open)
  await storeVerdicts(db, job.id, staged, await checkRows(db, job, staged))
}

async function openRows(db: Db, importId: string, lines: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    line: number
    problems: string | null
  }>`select r.line, r.problems from ${rowsAsTable(
    db,
    { line: 'bigint' },
    lines.map(line => ({ line })),
  )}
    cross join import_rows r where r.import_id = ${importId} and r.line = b.line and r.state in ('ok', 'error', 'unchanged')`.execute(
    db,
  )
  return rows
    .filter(row => (JSON.parse(row.problems ?? '[]') as ImportProblem[]).every(isAboutPlace))
    .map(row => Number(row.line))
}

const isAboutPlace = ({ column, code }: ImportProblem) =>
  column === 'slot_serial' && (code === 'already_linked' || code === 'too_many_places')

async function tooMany(db: Db, job: Import, lines: readonly number[]): Promise<void> {
  const staged = await rowsAt(db, job.id, await openRows(db, job.id, lines))
  for (let from = 0; from < staged.length; from += BATCH) {
    const some = staged.slice(from, from + BATCH)
    const checked = await checkRows(db, job, some)
    await storeVerdicts(
      db,
      job.id,
      some,
      checked.map(one => ({
        ...one,
        problems: [{ column: 'slot_serial', code: 'too_many_places', params: { most: MAX_TOGETHER } }],
      })),
    )
  }
}

/** Line of a row → line of the row about the SMIB that has the slot which it wants. */
async function waiting(db: Db, importId: string): Promise<[number, number][]> {
  const { rows } =
    await sql<Wanting>`select r.line, m.mac from import_rows r cross join smibs m where r.import_id = ${importId} and r.claim is not null and r.state in ('ok', 'error', 'unchanged')
    and m.slot_id = r.claim and ${otherThan('r', 'm')} order by r.line`.execute(db)
  const lines = await linesAbout(db, importId, rows)
  return rows.flatMap(({ line, mac }) =>
    (lines.get(mac) ?? []).map((holder): [number, number] => [Number(line), holder]),
  )
}

interface Wanting {
  line: number
  mac: string
}

/** As the check writes the key of a SMIB. */
const keyOf = (mac: string) => ` ${mac}`
const otherThan = (row: string, smib: string) =>
  sql`coalesce(${sql.ref(`${row}.key`)}, '') != ' ' || ${sql.ref(`${smib}.mac`)}`

/**
 * Address of a SMIB → the open lines about it. A query of its own, because the database joins a table to itself badly
 * while it does not know its size yet.
 */
async function linesAbout(
  db: Db,
  importId: string,
  wanting: readonly Wanting[],
): Promise<Map<string, number[]>> {
  const macs = [...new Set(wanting.map(({ mac }) => mac))]
  const found = new Map<string, number[]>()
  if (macs.length === 0) return found
  const { rows } = await sql<Wanting>`select b.mac, r.line from ${rowsAsTable(
    db,
    { mac: 'text', key: 'text' },
    macs.map(mac => ({ mac, key: keyOf(mac) })),
  )}
    cross join import_rows r where r.import_id = ${importId} and r.key = b.key and r.state in ('ok', 'error', 'unchanged')`.execute(
    db,
  )
  for (const { mac, line } of rows) found.set(mac, [...(found.get(mac) ?? []), Number(line)])
  return found
}

/** Lines that depend on each other, in whatever direction. */
function groupsOf(pairs: readonly [number, number][]): number[][] {
  const groups = new Map<number, number[]>()
  for (const [one, other] of pairs) {
    const [mine, theirs] = [groups.get(one) ?? [one], groups.get(other) ?? [other]]
    if (mine === theirs) {
      groups.set(one, mine)
      continue
    }
    const [small, large] = mine.length < theirs.length ? [mine, theirs] : [theirs, mine]
    for (const line of small) large.push(line)
    for (const line of large === mine ? [one, ...small] : [other, ...small]) groups.set(line, large)
  }
  return [...new Set(groups.values())]
}

/** The next good rows, and those without which one of them cannot have its slot. */
export async function goodRowsTogether(db: Db, job: Import, size: number): Promise<GoodRow[]> {
  const rows = await goodRows(db, job.id, size)
  if (!importerOf(job.entity).takesSlots) return rows
  for (let newest = rows.map(row => row.line); newest.length > 0 && rows.length < size + MAX_TOGETHER;) {
    const known = new Set(rows.map(row => row.line))
    const { rows: wanting } = await sql<Wanting>`select r.line, m.mac from ${rowsAsTable(
      db,
      { line: 'bigint' },
      newest.map(line => ({ line })),
    )}
      cross join import_rows r cross join smibs m where r.import_id = ${job.id} and r.line = b.line and m.slot_id = r.claim and ${otherThan('r', 'm')}`.execute(
      db,
    )
    const holders = [...(await linesAbout(db, job.id, wanting)).values()]
      .flat()
      .filter(line => !known.has(line))
    const good = await goodRows(db, job.id, holders.length, { lines: holders })
    rows.push(...good)
    newest = good.map(row => row.line)
  }
  return rows.sort((one, other) => one.line - other.line)
}
