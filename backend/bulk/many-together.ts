/** Editing a wave of rows by rules that judge many at once: the same rules, versions and audit as a single save. */
import { sql } from 'kysely'
import type { Stored } from '../db/columns'
import type { Db } from '../db/database'
import type { Many } from '../db/store-many'
import { scopeOf, type Actor } from '../http/actor'
import { manyLocations } from '../locations/locations-many.service'
import { manySlots } from '../slots/slots-many.service'
import { manySmibs } from '../smibs/smibs-many.service'
import type { Turned } from './many-turns'
import type { ManyOrder } from './many.service'

/** By `family/many`. */
export const batches: ReadonlyMap<string, Many> = new Map([['configuration/slots', manySlots], ['configuration/locations', manyLocations], ['configuration/smibs', manySmibs]])

/** Only those that could be judged; the others are left to their own turn. In a transaction; throws when somebody was faster. */
export async function editTogether(db: Db, many: Many, actor: Actor, { fields, reason }: ManyOrder, ids: string[], now: number): Promise<Map<string, Turned>> {
  if (ids.length === 0) return new Map()
  const scope = scopeOf(actor)
  const { spec } = many.machinery
  const inScope = scope.tenantId === null ? sql`1 = 1` : sql`${sql.ref(spec.ownedBy)} = ${scope.tenantId}`
  const { rows } = await sql<Stored>`select * from ${sql.table(spec.table)} where id in (${sql.join(ids)}) and ${inScope}`.execute(db)
  const judged = await many.judge(db, scope, rows.map(before => ({ id: String(before.id), before, raw: { ...many.inputOf(before, now), ...fields } })))
  const turned = new Map(judged.map(({ id, problems, changes, needsReason }): [string, Turned] => {
    const refused = needsReason && reason === null ? { ...problems, reason: [{ code: 'required' }] } : problems
    if (Object.keys(refused).length > 0) return [id, { state: 'failed', code: 'invalid', fields: JSON.stringify(refused) }]
    return [id, { state: changes ? 'done' : 'unchanged', code: null, fields: null }]
  }))
  await many.write(db, actor, judged.filter(({ id }) => turned.get(id)?.state === 'done'), { now, reason: reason ?? undefined })
  return turned
}
