/** Where somebody is signed in. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { endFamiliesOf, endFamily } from '../auth/token-family.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { MOST_SIGN_INS, type signIn } from './profile.contract'

/** Most recently used first. `sessionId`: the one that asks. */
export async function signInsOf(
  db: Db,
  { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  now: number,
): Promise<z.output<typeof signIn>[]> {
  const rows = await db
    .selectFrom('token_families as f')
    .select(['f.id', 'f.ip', 'f.user_agent', 'f.created_at', 'f.expires_at'])
    .select(
      sql<number>`coalesce((select max(t.created_at) from refresh_tokens t where t.family_id = f.id), f.created_at)`.as(
        'last_used_at',
      ),
    )
    .where('f.user_id', '=', id)
    .where('f.ended_at', 'is', null)
    .where('f.expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(MOST_SIGN_INS)
    .execute()
  return rows.map(row => ({
    _id: row.id,
    started_at: row.created_at,
    last_used_at: Number(row.last_used_at),
    ends_at: row.expires_at,
    ip: row.ip,
    user_agent: row.user_agent,
    current: row.id === sessionId,
  }))
}

/** Needs a transaction. Throws 404 for a sign-in that is somebody else's. */
export async function endSignIn(db: Db, actor: Actor, id: string, now: number): Promise<void> {
  const own = await db
    .selectFrom('token_families')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!own) throw new Problem(404, 'not_found')
  await endFamily(db, id, actor, 'sign_out', actor, now)
}

/** Needs a transaction. All but the one that asks. */
export async function endOtherSignIns(db: Db, actor: Actor, now: number): Promise<void> {
  await endFamiliesOf(db, actor.id, 'sign_out', now, actor.sessionId)
  await recordChange(
    db,
    actor,
    {
      entity: 'user',
      id: actor.id,
      tenantId: actor.tenantId,
      action: 'sign_out_others',
      before: null,
      after: null,
    },
    now,
  )
}

/** Needs a transaction. Of somebody else; answers how many there were. */
export async function endSignInsOf(
  db: Db,
  actor: Actor,
  user: { id: string; tenantId: string },
  reason: string,
  now: number,
): Promise<number> {
  const open = await signInsOf(db, { id: user.id }, now)
  if (open.length === 0) return 0
  await endFamiliesOf(db, user.id, 'sign_out', now)
  await recordChange(
    db,
    actor,
    {
      entity: 'user',
      id: user.id,
      tenantId: user.tenantId,
      action: 'end_sessions',
      before: null,
      after: { sessions: open.length, reason },
    },
    now,
  )
  return open.length
}
