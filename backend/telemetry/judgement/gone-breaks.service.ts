/**
 * Judged anew, a discrepancy may be none any more. What people wrote about it is then said of its slot, and to whom it
 * was assigned is stored for the case that the same one opens again.
 */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'

/** `which`: a condition over `repairs`. */
export function* withoutBreaks(db: Db, which: RawBuilder<unknown>): Iterable<CompiledQuery> {
  yield sql`update comments set about = 'slot', record_id = slot_id
    where about = 'repair' and record_id in (select id from repairs where ${which})`.compile(db)
  yield sql`insert into left_assignments (id, slot_id, assignee, assignee_id, due_on)
    select id, slot_id, assignee, assignee_id, due_on from repairs where ${which} and assignee_id is not null
    on conflict (id) do update set assignee = excluded.assignee, assignee_id = excluded.assignee_id, due_on = excluded.due_on`.compile(
    db,
  )
  yield sql`delete from repairs where ${which}`.compile(db)
}

/** After its row is there again. */
export const assignedAgain = (db: Db, id: string): CompiledQuery[] => [
  sql`update repairs set assignee = l.assignee, assignee_id = l.assignee_id, due_on = l.due_on
    from left_assignments l where l.id = repairs.id and repairs.id = ${id} and repairs.assignee_id is null`.compile(
    db,
  ),
  sql`delete from left_assignments where id = ${id}`.compile(db),
]
