/** Edits a wave of rows by rules that judge them together: the same rules, versions and audit as a single save. */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import type { Judged, BulkWriter } from '../../platform/store/judged'
import { scopeOf, type Actor, type Scope } from '../../platform/request/actor'
import { sameValue } from './is-unchanged'
import { locationsBulkWriter } from '../../estate/locations/locations-bulk-edit.service'
import { slotsBulkWriter } from '../../estate/slots/slots-bulk-edit.service'
import { smibsBulkWriter } from '../../estate/smibs/smibs-bulk-edit.service'
import type { RowOutcome } from './row-outcome'

/** By `family/many`. */
export const bulkWriters: ReadonlyMap<string, BulkWriter> = new Map([
  ['configuration/slots', slotsBulkWriter],
  ['configuration/locations', locationsBulkWriter],
  ['configuration/smibs', smibsBulkWriter],
])

/** A row and the fields that it is to have, as a form would send them. */
export interface Wish {
  id: string
  fields: Record<string, unknown>
}
export interface Verdict {
  outcome: RowOutcome
  judged: Judged
}

/** Judges the rows and writes nothing. Only rows that exist and are in scope have a verdict. */
export async function judgeBatch(
  db: Db,
  writer: BulkWriter,
  scope: Scope,
  reason: string | null,
  wishes: readonly Wish[],
  now: number,
): Promise<Map<string, Verdict>> {
  if (wishes.length === 0) return new Map()
  const { spec } = writer.store
  const fieldsOf = new Map(wishes.map(({ id, fields }) => [id, fields]))
  const inScope =
    scope.tenantId === null || spec.ownedBy === null
      ? sql`1 = 1`
      : sql`${sql.ref(`t.${spec.ownedBy}`)} = ${scope.tenantId}`
  const { rows } = await sql<Stored>`select t.* from ${rowsAsTable(
    db,
    { id: 'text' },
    wishes.map(({ id }) => ({ id })),
  )} cross join ${sql.table(spec.table)} t where t.id = b.id and ${inScope}`.execute(db)
  const judged = await writer.judge(
    db,
    scope,
    rows.map(before => ({
      id: String(before.id),
      before,
      raw: { ...writer.inputOf(before, now), ...fieldsOf.get(String(before.id)) },
    })),
    now,
  )
  return new Map(
    judged.map((one): [string, Verdict] => {
      const refused =
        one.needsReason && reason === null
          ? { ...one.problems, reason: [{ code: 'required' }] }
          : one.problems
      if (Object.keys(refused).length > 0)
        return [
          one.id,
          { judged: one, outcome: { state: 'failed', code: 'invalid', fields: JSON.stringify(refused) } },
        ]
      if (!one.changes)
        return [one.id, { judged: one, outcome: { state: 'unchanged', code: null, fields: null } }]
      const before = writer.inputOf(one.before ?? {}, now)
      const changed = Object.keys(fieldsOf.get(one.id) ?? {}).filter(
        name => !sameValue(before[name], one.input[name]),
      )
      const was = JSON.stringify(Object.fromEntries(changed.map(name => [name, before[name] ?? null])))
      return [
        one.id,
        {
          judged: one,
          outcome: {
            state: 'done',
            code: null,
            fields: null,
            was,
            left_version: Number(one.before?.version) + 1,
          },
        },
      ]
    }),
  )
}

/**
 * Edits the rows that could be judged; the others are left to their own turn. In a transaction; throws when somebody
 * was faster.
 */
export async function editBatch(
  db: Db,
  writer: BulkWriter,
  actor: Actor,
  reason: string | null,
  wishes: readonly Wish[],
  now: number,
): Promise<Map<string, RowOutcome>> {
  const verdicts = await judgeBatch(db, writer, scopeOf(actor), reason, wishes, now)
  const good = [...verdicts.values()]
    .filter(({ outcome }) => outcome.state === 'done')
    .map(({ judged }) => judged)
  await writer.write(db, actor, good, { now, reason: reason ?? undefined })
  return new Map([...verdicts].map(([id, { outcome }]) => [id, outcome]))
}
