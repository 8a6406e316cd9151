/** Editing a wave of rows by rules that judge many at once: the same rules, versions and audit as a single save. */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Stored } from '../../platform/db/columns'
import type { Db } from '../../platform/db/database'
import type { Judged, Many } from '../../platform/db/judged'
import { scopeOf, type Actor, type Scope } from '../../platform/http/actor'
import { manyLocations } from '../../estate/locations/locations-bulk-edit.service'
import { manySlots } from '../../estate/slots/slots-bulk-edit.service'
import { manySmibs } from '../../estate/smibs/smibs-bulk-edit.service'
import { sameValue } from './is-unchanged'
import type { RowOutcome } from './row-outcome'

/** By `family/many`. */
export const batches: ReadonlyMap<string, Many> = new Map([
  ['configuration/slots', manySlots],
  ['configuration/locations', manyLocations],
  ['configuration/smibs', manySmibs],
])

/** A row and the fields that it is to have, as a form would send them. */
export interface Wish {
  id: string
  fields: Record<string, unknown>
}
export interface Verdict {
  turned: RowOutcome
  judged: Judged
}

/** What would become of them; writes nothing. Only those that are there and in scope. */
export async function judgeTogether(
  db: Db,
  many: Many,
  scope: Scope,
  reason: string | null,
  wishes: readonly Wish[],
  now: number,
): Promise<Map<string, Verdict>> {
  if (wishes.length === 0) return new Map()
  const { spec } = many.machinery
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
  const judged = await many.judge(
    db,
    scope,
    rows.map(before => ({
      id: String(before.id),
      before,
      raw: { ...many.inputOf(before, now), ...fieldsOf.get(String(before.id)) },
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
          { judged: one, turned: { state: 'failed', code: 'invalid', fields: JSON.stringify(refused) } },
        ]
      if (!one.changes)
        return [one.id, { judged: one, turned: { state: 'unchanged', code: null, fields: null } }]
      const before = many.inputOf(one.before ?? {}, now)
      const changed = Object.keys(fieldsOf.get(one.id) ?? {}).filter(
        name => !sameValue(before[name], one.input[name]),
      )
      const was = JSON.stringify(Object.fromEntries(changed.map(name => [name, before[name] ?? null])))
      return [
        one.id,
        {
          judged: one,
          turned: {
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

/** Only those that could be judged; the others are left to their own turn. In a transaction; throws when somebody was faster. */
export async function editTogether(
  db: Db,
  many: Many,
  actor: Actor,
  reason: string | null,
  wishes: readonly Wish[],
  now: number,
): Promise<Map<string, RowOutcome>> {
  const verdicts = await judgeTogether(db, many, scopeOf(actor), reason, wishes, now)
  const good = [...verdicts.values()]
    .filter(({ turned }) => turned.state === 'done')
    .map(({ judged }) => judged)
  await many.write(db, actor, good, { now, reason: reason ?? undefined })
  return new Map([...verdicts].map(([id, { turned }]) => [id, turned]))
}
