/** Who counts as a second person for a request. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'

/** Of two rows of `users`, by the names that a statement gives them. */
export const isSamePerson = (one: string, other: string): RawBuilder<boolean> => {
  const [email, otherEmail] = [sql.ref(`${one}.email`), sql.ref(`${other}.email`)]
  return sql<boolean>`(lower(${email}) = lower(${otherEmail}) and ${otherEmail} <> '')`
}

/**
 * A program is no person, and two accounts with one mail address are one person: whoever reads that mailbox can set the
 * passwords of both.
 */
export async function isSecondPerson(
  db: Db,
  actor: Pick<Actor, 'id' | 'kind'>,
  requestedBy: string,
): Promise<boolean> {
  if (actor.kind !== 'user' || actor.id === requestedBy) return false
  const samePerson = await db
    .selectFrom('users as requester')
    .innerJoin('users as second', join => join.on(isSamePerson('second', 'requester')))
    .select('second.id')
    .where('requester.id', '=', requestedBy)
    .where('second.id', '=', actor.id)
    .executeTakeFirst()
  return !samePerson
}
