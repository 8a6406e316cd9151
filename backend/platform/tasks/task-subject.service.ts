import type { Db } from '../db/database'
import type { TaskSubject } from './task-subject.contract'

interface SubjectQuery {
  type: TaskSubject['type']
  id: string
  reason: string
}

/** By the name that it has when the task ends; one that is gone has none. */
export async function subjectOf(
  db: Db,
  { type, id, reason }: SubjectQuery,
  { from, through }: Pick<TaskSubject, 'from' | 'through'>,
): Promise<TaskSubject> {
  const named =
    type === 'slot'
      ? db.selectFrom('slots').select('serial as name').where('id', '=', id)
      : type === 'smib'
        ? db.selectFrom('smibs').select('mac as name').where('id', '=', id)
        : db
            .selectFrom(type === 'location' ? 'locations' : 'tenants')
            .select('name')
            .where('id', '=', id)
  const found = await named.executeTakeFirst()
  return { type, _id: id, name: found?.name ?? '–', from, through, reason }
}
