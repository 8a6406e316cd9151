/** Somebody's picture: a small square, drawn anew from what they sent (`http/draw-picture.ts`). */
import { createHash } from 'node:crypto'
import { recordChange } from '../../platform/audit/audit.service'
import { avatarMarkOf } from '../auth/avatar-mark.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor, Scope } from '../../platform/request/actor'
import { drawPicture } from '../../platform/http/draw-picture'
import { AVATAR_SIZE } from './profile.contract'

export async function saveAvatar(deps: Deps, actor: Actor, bytes: Uint8Array): Promise<{ avatar: string }> {
  const picture = await drawPicture(bytes, {
    width: AVATAR_SIZE,
    height: AVATAR_SIZE,
    fit: 'cover',
    field: 'avatar',
  })
  const mark = createHash('sha256').update(picture).digest('base64url').slice(0, 16)
  const now = deps.clock()
  await deps.db.transaction().execute(async tx => {
    const before = await avatarMarkOf(tx, actor.id)
    if (before === mark) return
    const row = { mark, webp: picture.toString('base64'), changed_at: now }
    await tx
      .insertInto('avatars')
      .values({ user_id: actor.id, ...row })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
      .execute()
    await note(tx, actor, 'set_avatar', { before, after: mark }, now)
  })
  return { avatar: mark }
}

/** Needs a transaction. */
export async function removeAvatar(db: Db, actor: Actor, now: number): Promise<void> {
  const gone = await db
    .deleteFrom('avatars')
    .where('user_id', '=', actor.id)
    .returning('mark')
    .executeTakeFirst()
  if (gone) await note(db, actor, 'remove_avatar', { before: gone.mark, after: null }, now)
}

/** Of somebody in the caller's scope. Throws 404. */
export async function readAvatar(db: Db, { tenantId }: Scope, userId: string) {
  const row = await db
    .selectFrom('avatars as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.mark as avatar', 'a.webp'])
    .where('a.user_id', '=', userId)
    .$if(tenantId !== null, query => query.where('u.tenant_id', '=', tenantId))
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  return row
}

const note = (
  db: Db,
  actor: Actor,
  action: string,
  { before, after }: { before: string | null; after: string | null },
  now: number,
) =>
  recordChange(
    db,
    actor,
    {
      entity: 'user',
      id: actor.id,
      tenantId: actor.tenantId,
      action,
      before: before === null ? null : { avatar: before },
      after: after === null ? null : { avatar: after },
    },
    now,
  )
