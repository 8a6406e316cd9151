/** The rows of a bulk edit, each with its outcome and what its fields were and become. */
import { sql } from 'kysely'
import type { ListRequest } from '../../platform/contract/list'
import type { BulkEditRow } from '../../platform/contract/bulk-edit'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { Store } from '../../platform/store/store-spec'
import { asInput, sameValue } from './is-unchanged'
import type { BulkEditItemsTable, BulkEditJobsTable } from './bulk.table'

type Values = Record<string, unknown>
type Stored = Pick<
  BulkEditItemsTable,
  'seq' | 'entity_id' | 'code' | 'fields' | 'changed_at' | 'was' | 'wanted'
> & {
  outcome: BulkEditRow['outcome']
}

/** Wire names of what is stored. */
const outcome = sql<
  BulkEditRow['outcome']
>`case i.state when 'done' then 'changed' when 'failed' then 'refused' else i.state end`

/** Throws nothing for rows that are gone: they have their id for a name, and no values. */
export async function listRowsOf(
  db: Db,
  scope: Scope,
  store: Store,
  job: BulkEditJobsTable,
  { request, outcomes }: { request: ListRequest; outcomes?: string[] },
  now: number,
) {
  const where = sql`i.job_id = ${job.id} ${outcomes ? sql`and ${outcome} in (${sql.join(outcomes)})` : sql``}`
  const { rows } = await sql<Stored>`
    select i.seq, i.entity_id, i.code, i.fields, i.changed_at, i.was, i.wanted, ${outcome} as outcome from many_items i where ${where} order by i.seq ${request.sortDirection[0] === 'DESC' ? sql`desc` : sql`asc`} limit ${request.rowsPerPage} offset ${request.page * request.rowsPerPage}`.execute(
    db,
  )
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*) as total from many_items i where ${where}`.execute(db)
  const ids = rows.map(row => row.entity_id)
  const seen = new Map(
    (await store.present(db, scope, ids, now)).map(row => [String(row._id), row as Values]),
  )
  const changes = rows.map(row => changeOf(job, row, seen.get(row.entity_id)))
  const inRowShape = await asRows(
    db,
    store,
    changes.flatMap(({ was, wanted }) => [was, wanted]),
  )
  return {
    rows: rows.map(({ entity_id: _id, fields, ...item }, index) => ({
      ...item,
      _id,
      row: { _id, name: nameOf(seen.get(_id)) ?? _id },
      fields: JSON.parse(fields ?? '{}') as BulkEditRow['fields'],
      was: inRowShape[2 * index] ?? null,
      wanted: inRowShape[2 * index + 1] ?? null,
    })),
    total: Number(counted?.total ?? 0),
    as_of: now,
  }
}

interface RowChange {
  was: Values | null
  wanted: Values | null
}

/** A turn's own fields alone once it was taken: what an edit named and found unchanged is no change. */
function changeOf(job: BulkEditJobsTable, item: Stored, row: Values | undefined): RowChange {
  if (!row) return { was: null, wanted: null }
  const isDone = item.outcome === 'changed'
  if (job.action !== 'update') {
    const isArchived = job.action === 'archive'
    const was = isDone || item.outcome === 'waiting' ? { archived: !isArchived } : null
    return { was, wanted: { archived: isArchived } }
  }
  const wanted = JSON.parse(item.wanted ?? job.input) as Values
  if (isDone) {
    const was = JSON.parse(item.was ?? '{}') as Values
    return { was, wanted: only(wanted, Object.keys(was)) }
  }
  if (item.outcome !== 'waiting') return { was: null, wanted }
  const names = Object.keys(wanted).filter(name => !sameValue(asInput(row[name]), wanted[name]))
  return { was: only(row, names), wanted: only(wanted, names) }
}

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, values[name] ?? null]))

/** Converts form values to row values, with the names of references. */
async function asRows(
  db: Db,
  { spec }: Store,
  inputs: readonly (Values | null)[],
): Promise<(Values | null)[]> {
  const names = new Map<string, string>()
  for (const [field, { reference: to }] of Object.entries(spec.columns)) {
    const ids = [
      ...new Set(inputs.flatMap(input => (to && typeof input?.[field] === 'string' ? [input[field]] : []))),
    ]
    if (!to || ids.length === 0) continue
    const { rows } = await sql<{
      id: string
      name: string
    }>`select id, ${sql.ref(to.label)} as name from ${sql.table(to.table)} where id in (${sql.join(ids)})`.execute(
      db,
    )
    for (const { id: one, name } of rows) names.set(`${field} ${one}`, name)
  }
  return inputs.map(
    input =>
      input &&
      Object.fromEntries(
        Object.entries(input).map(([field, value]) => {
          const name = typeof value === 'string' ? names.get(`${field} ${value}`) : undefined
          return [field, name === undefined ? value : { _id: value, name }]
        }),
      ),
  )
}

const nameOf = (row: Values | undefined): string | undefined =>
  row && String(row.name ?? row.serial ?? row.mac ?? row._id)
