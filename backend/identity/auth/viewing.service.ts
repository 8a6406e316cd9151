/**
 * Viewing as another user: the viewer's own sign-in says for a while whom its requests are answered as. There is no
 * token of the viewed person, and nothing is changed (`platform/http/api.ts`).
 */
import { MINUTE_MS } from '../../platform/contract/durations'
import { recordChange } from '../../platform/audit/audit.service'
import type { Permission } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Identity } from '../../platform/http/authenticator'
import type { Actor } from '../../platform/request/actor'
import { permissionsOf } from './permission-map'
import { currentRulesOf } from './rules-of.service'
import { rolesOfUser } from './user-roles.service'

export const VIEWING_MS = 15 * MINUTE_MS
export const VIEW_AS = 'acl_user::view_as' satisfies Permission

/**
 * Who the viewer's requests are answered as. Asked anew with each request: a viewer who lost the right, or a viewed
 * person who was given more than the viewer has, ends it. Then nothing is allowed until the viewing is ended, so that a
 * form that was opened as somebody else is never sent as oneself.
 */
export async function viewedBy(
  deps: Deps,
  viewer: Identity,
  viewingId: string,
  now: number,
): Promise<Identity> {
  const { db } = deps
  const viewing = await db
    .selectFrom('user_viewings as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .select(['v.until', 'v.ended_at', 'u.id', 'u.tenant_id', 'u.username', 'u.full_name'])
    .select(['u.enabled', 'u.archived_at'])
    .where('v.id', '=', viewingId)
    .where('v.viewer_id', '=', viewer.id)
    .executeTakeFirst()
  const { id, name, tenantId } = viewer
  const seenBy = { id, name, tenantId, viewingId, until: viewing?.until ?? 0 }
  const over = { ...viewer, permissions: {}, viewer: { ...seenBy, isOver: true } }
  if (!viewing || viewing.ended_at !== null || viewing.until <= now) return over
  if (viewing.enabled !== 1 || viewing.archived_at !== null) return over
  const roles = await rolesOfUser(db, viewing.id)
    .innerJoin('roles as r', 'r.id', 'held.role_id')
    .select(['r.id', 'r.version'])
    .execute()
  const permissions = await permissionsOf(db, viewing.tenant_id, roles)
  if (viewer.rules?.length || viewer.factorDue || viewer.permissions[VIEW_AS] !== 1) return over
  if (Object.keys(permissions).some(one => viewer.permissions[one] !== 1)) return over
  const rules = await currentRulesOf(db, {
    id: viewing.id,
    tenantId: viewing.tenant_id,
    roles: roles.map(role => role.id),
  })
  return {
    kind: 'user',
    id: viewing.id,
    name: viewing.full_name || viewing.username,
    tenantId: viewing.tenant_id,
    permissions,
    ...(rules.length > 0 && { rules }),
    ...(viewer.sessionId !== undefined && { sessionId: viewer.sessionId }),
    viewer: { ...seenBy, isOver: false },
  }
}

/**
 * Ends one viewing, or all of a viewer's that are over, and says so in the audit log: in a transaction. Answers how
 * many.
 */
export async function endViewings(
  db: Db,
  now: number,
  which: { id: string } | { viewerId: string },
): Promise<number> {
  const ended = await db
    .updateTable('user_viewings')
    .set(row => ({
      ended_at: row.case().when('until', '<', now).then(row.ref('until')).else(now).end(),
    }))
    .where('ended_at', 'is', null)
    .where(eb => ('id' in which ? eb('id', '=', which.id) : eb('viewer_id', '=', which.viewerId)))
    .$if('viewerId' in which, query =>
      query.where(eb =>
        eb.or([
          eb('until', '<=', now),
          // Signed out, ended by somebody else, or gone.
          eb.not(
            eb.exists(
              eb
                .selectFrom('token_families as f')
                .select('f.id')
                .whereRef('f.id', '=', 'user_viewings.family_id')
                .where('f.ended_at', 'is', null)
                .where('f.expires_at', '>', now),
            ),
          ),
        ]),
      ),
    )
    .returningAll()
    .execute()
  for (const one of ended) {
    const who = {
      kind: 'user',
      id: one.viewer_id,
      name: one.viewer_name,
      ...(one.ip !== null && { ip: one.ip }),
    } as const
    await recordChange(
      db,
      who,
      {
        entity: 'user',
        id: one.user_id,
        tenantId: one.tenant_id,
        action: 'view_as_end',
        before: null,
        after: { viewer: one.viewer_name, ended_at: one.ended_at },
      },
      now,
    )
  }
  return ended.length
}

/**
 * So that the audit log has the end also where nobody presses the button. Of a process that stops before, the entry
 * comes with the viewer's next viewing or sign-out; nothing is answered as somebody else for longer either way.
 */
export function endInTime({ db, clock, log }: Deps, id: string): void {
  const timer = setTimeout(() => {
    db.transaction()
      .execute(tx => endViewings(tx, clock(), { id }))
      .catch((error: unknown) => log.warn({ err: error }, 'the end of a viewing is not in the audit log yet'))
  }, VIEWING_MS)
  timer.unref()
}

/** Whoever really asks. */
export const askerOf = (actor: Actor | Identity): Pick<Actor, 'id' | 'name' | 'tenantId'> =>
  actor.viewer ?? actor
