/**
 * Undoes the last committed rows: changed entities get their former values, new ones are archived and release their
 * names.
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import { updateMany } from '../../platform/db/update-many'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import type { Restored } from '../../platform/store/judged'
import { meterSetups, type MeterSetupInput } from './meter-setups.service'
import type { Before } from './commit-chunk'
import type { Importer } from './importer'
import { actorOf, type jobOf } from './job'
import type { ImportRowsTable } from './imports.table'
import { MAX_TOGETHER } from './places'
import { move, updateRows } from './staging'
import { importerOf } from './importers'

type Row = Pick<ImportRowsTable, 'line' | 'entity_id' | 'entity_version' | 'before'>
type Back = Restored & { row: Row }

/** In a transaction. Returns how many rows it went through: 0 when none is left. */
export async function undoChunk(
  db: Db,
  job: ReturnType<typeof jobOf>,
  why: string | null,
  size: number,
): Promise<number> {
  const spec = importerOf(job.entity)
  const rows = await lastCommitted(db, job.id, size)
  if (rows.length === 0) return 0
  if (spec.takesSlots) await addHolders(db, job.id, rows, size)
  const stored = await storedRows(
    db,
    spec,
    rows.map(row => row.entity_id ?? ''),
  )
  const busy = await inUse(
    db,
    spec,
    rows.filter(row => row.before === null).map(row => row.entity_id ?? ''),
  )

  const reasons = new Map<number, string>()
  let back: Back[] = []
  for (const row of rows) {
    const id = row.entity_id ?? ''
    const now = stored.get(id)
    const was = row.before === null ? null : (JSON.parse(row.before) as Before)
    const reason = !now
      ? 'gone'
      : Number(now.version) !== Number(row.entity_version)
        ? 'changed_since'
        : was
          ? undefined
          : busy.get(id)
    if (reason) reasons.set(row.line, reason)
    else if (now)
      back.push({ row, id, before: now, columns: was ? was.columns : retired(spec, now, job.now) })
  }
  if (spec.takesSlots) {
    const stuck = await heldByOthers(db, back)
    for (const { row } of back.filter(({ id }) => stuck.has(id))) reasons.set(row.line, 'in_use')
    back = back.filter(({ id }) => !stuck.has(id))
  }
  // A SMIB's old place may be another's present one until that has gone back too.
  if (spec.takesSlots && back.length > 0)
    await sql`update smibs set slot_id = null where id in (select id from ${rowsAsTable(
      db,
      { id: 'text' },
      back.map(({ id }) => ({ id })),
    )})`.execute(db)
  await spec.many.restore(db, actorOf(job.orderer), back, {
    now: job.now,
    action: 'import_undo',
    reason: why ?? undefined,
    auditExtras: { import: job.id },
  })
  await asBefore(
    db,
    back.filter(one => one.row.before !== null),
  )
  if (spec.hasMeters)
    await metersBack(
      db,
      back.map(one => one.row),
      job.now,
    )
  const outcomes = rows.map(({ line }) => ({
    line,
    state: reasons.has(line) ? 'skipped' : 'undone',
    reason: reasons.get(line) ?? null,
  }))
  await updateRows(db, job.id, { state: 'text', reason: 'text' }, outcomes)
  await move(
    db,
    job.id,
    { states: { committed: -rows.length, skipped: reasons.size, undone: rows.length - reasons.size } },
    job.now,
  )
  return rows.length
}

const lastCommitted = (db: Db, importId: string, most: number): Promise<Row[]> =>
  db
    .selectFrom('import_rows')
    .select(['line', 'entity_id', 'entity_version', 'before'])
    .where('import_id', '=', importId)
    .where('state', '=', 'committed')
    .orderBy('line', 'desc')
    .limit(most)
    .execute()

/** In a transaction, after undoing the next row failed: it stays as it is, with the reason, and the rest goes on. */
export async function leaveAside(db: Db, job: ReturnType<typeof jobOf>): Promise<number> {
  const rows = await lastCommitted(db, job.id, 1)
  await updateRows(
    db,
    job.id,
    { state: 'text', reason: 'text' },
    rows.map(({ line }) => ({ line, state: 'skipped', reason: 'unexpected' })),
  )
  await move(db, job.id, { states: { committed: -rows.length, skipped: rows.length } }, job.now)
  return rows.length
}

/** A row is again what an earlier import left: that one can be undone as if nothing had come between. */
const asBefore = (db: Db, back: readonly { id: string; row: Row }[]): Promise<number> =>
  updateMany(
    db,
    'import_rows',
    { entity_id: 'id', entity_version: 'was' },
    { id: 'text', was: 'bigint', entity_version: 'bigint' },
    back.map(({ id, row }) => ({
      id,
      was: Number(row.entity_version) - 1,
      entity_version: Number(row.entity_version) + 1,
    })),
  )

/** Its id stays in every log. Its name is marked, so that the right file can bring the same slot again. */
function retired({ key, leaves }: Importer, row: Stored, now: number): Stored {
  return {
    archived_at: row.archived_at ?? now,
    [key]: `${String(row[key])}~${String(row.id).slice(-6)}`,
    ...leaves,
  }
}

async function storedRows(db: Db, { table }: Importer, ids: readonly string[]): Promise<Map<string, Stored>> {
  const { rows } =
    await sql<Stored>`select t.* from ${given(db, ids)} cross join ${sql.table(table)} t where t.id = b.id`.execute(
      db,
    )
  return new Map(rows.map(row => [String(row.id), row]))
}

/** Entities that have a history of their own, or that others refer to: id → reason. */
async function inUse(db: Db, { uses }: Importer, ids: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (ids.length === 0) return found
  for (const [reason, where] of uses) {
    const { rows } = await sql<{ id: string }>`select b.id from ${given(db, ids)} where ${where}`.execute(db)
    for (const { id } of rows) found.set(id, reason)
  }
  return found
}

/** SMIBs of the same import that have the slots which these go back to: they go back together. */
async function addHolders(db: Db, importId: string, rows: Row[], size: number): Promise<void> {
  for (let newest = rows; newest.length > 0 && rows.length < size + MAX_TOGETHER;) {
    const known = new Set(rows.map(row => row.line))
    const { rows: found } =
      await sql<Row>`select r.line, r.entity_id, r.entity_version, r.before from ${given(db, slotsBefore(newest))} cross join smibs m cross join import_rows r
      where m.slot_id = b.id and r.entity_id = m.id and r.import_id = ${importId} and r.state = 'committed'`.execute(
        db,
      )
    newest = found.map(row => ({ ...row, line: Number(row.line) })).filter(row => !known.has(row.line))
    rows.push(...newest)
  }
}

/** SMIBs whose old slot another SMIB has by now that does not go back itself; and so on, since these stay, too. */
async function heldByOthers(db: Db, back: readonly Back[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
    slot_id: string
  }>`select m.id, m.slot_id from ${given(db, slotsBefore(back.map(({ row }) => row)))} cross join smibs m where m.slot_id = b.id`.execute(
    db,
  )
  const holders = new Map(rows.map(row => [row.slot_id, row.id]))
  const going = new Map(back.map(one => [one.id, one]))
  const stuck = new Set<string>()
  for (let before = -1; before !== stuck.size;) {
    before = stuck.size
    for (const {
      id,
      columns: { slot_id },
    } of going.values()) {
      const holder = typeof slot_id === 'string' ? holders.get(slot_id) : undefined
      if (holder === undefined || holder === id || going.has(holder)) continue
      stuck.add(id)
      going.delete(id)
    }
  }
  return stuck
}

/** Slots that these SMIBs go back to. */
const slotsBefore = (rows: readonly Row[]): string[] => [
  ...new Set(
    rows.flatMap(row => {
      const slot = row.before === null ? null : (JSON.parse(row.before) as Before).columns.slot_id
      return typeof slot === 'string' ? [slot] : []
    }),
  ),
]

async function metersBack(db: Db, rows: readonly Row[], now: number): Promise<void> {
  const all = rows.flatMap(row => {
    const was = row.before === null ? { meters: null } : (JSON.parse(row.before) as Before)
    return was.meters === undefined ? [] : [{ slot_id: row.entity_id ?? '', setup: was.meters }]
  })
  if (all.length === 0) return
  await meterSetups().drop(
    db,
    all.flatMap(({ slot_id, setup }) => (setup === null ? [slot_id] : [])),
  )
  await meterSetups().save(
    db,
    all.flatMap(({ setup }) => (setup === null ? [] : [setup as MeterSetupInput])),
    now,
  )
}

const given = (db: Db, ids: readonly string[]) =>
  rowsAsTable(
    db,
    { id: 'text' },
    ids.map(id => ({ id })),
  )
