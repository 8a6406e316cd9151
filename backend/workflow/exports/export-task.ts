/**
 * Writes a list into chunks. One statement settles which rows it has, and their ids are stored; each chunk is read by
 * those ids, so rows that come, go or change places meanwhile neither double nor hide another. A chunk and the
 * checkpoint behind it are one transaction.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { sql } from 'kysely'
import { z } from 'zod'
import { listRequest, MAX_ROWS_PER_PAGE, type ListRequest } from '../../platform/contract/list'
import {
  isOfAnyKind,
  keyedBy,
  keyedValue,
  keysName,
  keysOf,
  kindOf,
  kindsName,
  MOST_KEYS,
  schemaOfKeyed,
} from '../../platform/contract/keyed'
import { currenciesOf, id } from '../../platform/contract/primitives'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { ListSource } from '../../platform/store/list-source'
import { scopeOf } from '../../platform/request/actor'
import { inListNames } from '../../platform/request/list-aliases'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { defineTask, type Task } from '../../platform/tasks/tasks.service'
import { CHUNK_ROWS, RETENTION_DAYS } from './exports.contract'
import type { Sources } from './seen-exports.service'
import type { DataExportChunksTable, DataExportsTable } from './exports.table'

/** For the log. */
export const SWEEP_FAILED = 'expired exports were not removed'

const input = z.object({ export: id })
const checkpoint = z.object({
  next: z.number().int(),
  chunks: z.number().int(),
  found: z.number().int(),
  rows: z.number().int(),
  bytes: z.number().int(),
  /** Left out in a checkpoint of an earlier release, whose first chunks nobody looked through. */
  units: z.record(z.string(), z.array(z.string())).optional(),
})
type Checkpoint = z.output<typeof checkpoint>

export const exportTask = (sources: Sources, chunkRows = CHUNK_ROWS): Task<typeof input> =>
  defineTask('data_export', {
    title: 'tasks:kinds.data_export',
    input,
    checkpoint,
    maxAttempts: 5,
    handler: async ({ input: requested, checkpoint: lastCheckpoint, save, signal, deps }) => {
      const { db, clock } = deps
      const order = await db
        .selectFrom('data_exports')
        .selectAll()
        .where('id', '=', requested.export)
        .executeTakeFirstOrThrow()
      const source = sources.get(order.list)
      if (!source) throw new Error(`No such list: ${order.list}`)
      const scope = scopeOf({ tenantId: order.tenant_id })
      // Rules narrow a file as they narrow the pages of whoever ordered it.
      const seen = await asSeenBy(db, order.created_by_id)
      const keep = (db: Db, at: Checkpoint) =>
        save(
          at,
          at.chunks === 0 ? 10_000 : (at.next / at.chunks) * 10_000,
          `${Math.min(at.next * chunkRows, at.found)} / ${at.found}`,
          db,
        )

      let at = lastCheckpoint
      if (!at) {
        const now = clock()
        // What is stored while rows are settled, which takes seconds, is in none of the pieces: neither behind the last
        // one nor at a settled place.
        const settled = await db
          .transaction()
          .setAccessMode('read only')
          .setIsolationLevel('repeatable read')
          .execute(async snapshot => {
            // A snapshot shows what is stored at its first query.
            const seen = await asSeenBy(snapshot, order.created_by_id)
            const { request } = inListNames(requestOf(order), source.takes)
            const pieces = source.idsInPieces(seen, scope, request, source.mostRows, now)
            return settle(db, order.id, pieces, chunkRows, signal)
          })
        const first = { ...settled, next: 0, rows: 0, bytes: 0, units: {} }
        await db.transaction().execute(async db => {
          await db
            .updateTable('data_exports')
            .set({ as_of: now, updated_at: now, ...(first.found === 0 && over(first, now)) })
            .where('id', '=', order.id)
            .execute()
          await keep(db, first)
        })
        at = first
      }
      // Rules that narrow hold from the moment they are saved, as on pages.
      const readsFrom = seen === db && at.next < at.chunks ? await readDb(deps) : seen
      while (at.next < at.chunks) {
        signal.throwIfAborted()
        const { next } = at
        const rows = await valuesOf({ db, readsFrom }, source, scope, order, next, clock())
        const text = JSON.stringify(rows)
        const done: Checkpoint = {
          ...at,
          next: next + 1,
          rows: at.rows + rows.length,
          bytes: at.bytes + Buffer.byteLength(text),
          ...(at.units && { units: unitsIn(order, source, rows, at.units) }),
        }
        await db.transaction().execute(async db => {
          await db
            .updateTable('data_export_chunks')
            .set({ rows: text, ids: null })
            .where('export_id', '=', order.id)
            .where('nr', '=', next)
            .execute()
          const now = clock()
          const set = {
            updated_at: now,
            rows: done.rows,
            bytes: done.bytes,
            ...(done.next === done.chunks && over(done, now)),
          }
          await db.updateTable('data_exports').set(set).where('id', '=', order.id).execute()
          await keep(db, done)
        })
        at = done
      }
      return { rows: at.rows, bytes: at.bytes }
    },
  })

const over = ({ rows, bytes, chunks, units }: Checkpoint, now: number) => ({
  rows,
  bytes,
  chunks,
  units: units ? JSON.stringify(units) : null,
  finished_at: now,
  expires_at: now + RETENTION_DAYS * DAY_MS,
})

const requestOf = ({ request }: Pick<DataExportsTable, 'request'>): ListRequest =>
  listRequest.parse({ ...(JSON.parse(request) as object), rowsPerPage: MAX_ROWS_PER_PAGE })

/**
 * Writes down which rows a file has. One that was stopped begins anew: nobody knows how far it was. What one that fails
 * has written is left to the next one, or to `removeExpired`: it may have been followed already without knowing, and
 * then these are its successor's rows.
 */
async function settle(
  db: Db,
  export_id: string,
  pieces: AsyncGenerator<string[], void>,
  chunkRows: number,
  signal: AbortSignal,
): Promise<Pick<Checkpoint, 'chunks' | 'found'>> {
  await db.deleteFrom('data_export_chunks').where('export_id', '=', export_id).execute()
  const settled = { chunks: 0, found: 0 }
  for await (const ids of pieces) {
    signal.throwIfAborted()
    const chunks = chunksOf(export_id, ids, chunkRows, settled.chunks)
    await insertMany<DataExportChunksTable>(
      db,
      'data_export_chunks',
      { export_id: 'text', nr: 'bigint', ids: 'text', rows: 'text' },
      chunks,
    )
    settled.chunks += chunks.length
    settled.found += ids.length
  }
  return settled
}

const chunksOf = (
  export_id: string,
  ids: readonly string[],
  size: number,
  first: number,
): DataExportChunksTable[] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, nr) => ({
    export_id,
    nr: first + nr,
    ids: JSON.stringify(ids.slice(nr * size, (nr + 1) * size)),
    rows: null,
  }))

/** How long a file waits for a replica before it is read from the primary. */
const WAIT_FOR_REPLICA_MS = 5_000

/** The replica once it has all that is stored by now, or the primary. */
async function readDb({ db, replica }: Pick<Deps, 'db' | 'replica'>): Promise<Db> {
  if (!replica) return db
  const hasAll = await replica
    .position()
    .then(position => replica.reaches(position, WAIT_FOR_REPLICA_MS))
    .catch(() => false)
  return hasAll ? replica.db : db
}

/** A chunk's rows as they are now, in the pinned order. */
async function valuesOf(
  { db, readsFrom }: { db: Db; readsFrom: Db },
  source: ListSource,
  scope: { tenantId: string | null },
  order: DataExportsTable,
  nr: number,
  now: number,
): Promise<unknown[][]> {
  const { ids } = await db
    .selectFrom('data_export_chunks')
    .select('ids')
    .where('export_id', '=', order.id)
    .where('nr', '=', nr)
    .executeTakeFirstOrThrow()
  const columns = JSON.parse(order.columns) as string[]
  const rows = await source.present(readsFrom, scope, JSON.parse(ids ?? '[]') as string[], now, columns)
  return (rows as Record<string, unknown>[]).map(row => columns.map(column => row[column] ?? null))
}

/** Every value of a file passes here, and refusing one by a schema took an eighth of the time to write a file. */
const isAmount = (value: unknown): value is { minor: number; currency: string } =>
  typeof value === 'object' &&
  value !== null &&
  'minor' in value &&
  typeof value.minor === 'number' &&
  'currency' in value &&
  typeof value.currency === 'string'

/** Of one amount, or of several: those of a column of one currency add up. */
const unitOf = (value: unknown): string | undefined =>
  isAmount(value)
    ? value.currency
    : Array.isArray(value) && value.length > 0 && value.every(isAmount)
      ? currenciesOf(value)
      : undefined

/** What is known of the currencies and the keys so far, and what these rows add to it. */
function unitsIn(
  { columns }: Pick<DataExportsTable, 'columns'>,
  { contract }: Pick<ListSource, 'contract'>,
  rows: readonly unknown[][],
  known: Record<string, string[]>,
): Record<string, string[]> {
  const units = new Map(Object.entries(known).map(([column, currencies]) => [column, new Set(currencies)]))
  const add = (name: string, unit: string) => {
    const own = units.get(name) ?? new Set()
    // One more says that there are too many.
    if (own.size <= MOST_KEYS) units.set(name, own.add(unit))
  }
  for (const [at, column] of (JSON.parse(columns) as string[]).entries()) {
    const schema = contract.row.shape[column] as z.ZodType | undefined
    const by = keyedBy(schema)
    const isAny = isOfAnyKind(schemaOfKeyed(schema))
    for (const row of rows) {
      const value = row[at]
      for (const key of by ? keysOf(by, value) : []) {
        add(keysName(column), key)
        const kind = isAny && by ? kindOf(keyedValue(by, value, key)) : undefined
        if (kind) add(kindsName(column), `${kind} ${key}`)
      }
      const unit = unitOf(value)
      if (unit !== undefined) add(column, unit)
    }
  }
  return Object.fromEntries([...units].map(([column, currencies]) => [column, [...currencies].sort()]))
}

/** Files past their time, and what is left of those that never came to an end. Several backends may do it at once. */
export async function removeExpired(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const { db } = deps
  const over = sql`from data_exports e join tasks t on t.id = e.task_id
    where (e.expires_at <= ${deps.clock()} or t.state in ('failed', 'cancelled'))`
  const tenants = await tenantsWith(
    db,
    sql`select distinct e.tenant_id ${over} and exists (select 1 from data_export_chunks c where c.export_id = e.id)`,
  )
  return tenantByTenant(deps, tenants, {
    failed: SWEEP_FAILED,
    async work(tenant) {
      const { numAffectedRows } =
        await sql`delete from data_export_chunks where export_id in (select e.id ${over} and e.tenant_id = ${tenant})`.execute(
          db,
        )
      return Number(numAffectedRows ?? 0)
    },
  })
}
