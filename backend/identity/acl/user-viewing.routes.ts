/** Looking at pages as another user: begun with a reason, ended by a press, by the sign-in's end or by time. */
import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { DAY_MS } from '../../platform/contract/durations'
import { Problem } from '../../platform/contract/problem'
import { id, SYSTEM_TENANT } from '../../platform/contract/primitives'
import { newId } from '../../platform/db/new-id'
import type { Api } from '../../platform/http/api'
import { endInTime, endViewings, VIEW_AS, VIEWING_MS } from '../auth/viewing.service'
import { demandPerson } from '../profile/profile.service'
import { demandNotAbove } from './grants'
import { demandWhole } from './demand-whole.service'
import { usersStore } from './users.store'
import {
  endViewingPath,
  MOST_VIEWINGS,
  viewAsAnswer,
  viewAsInput,
  viewAsPath,
  viewings,
  viewingsPath,
} from './viewings.contract'

const family = 'users'
const SHOWN_MS = 90 * DAY_MS

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: viewAsPath(':id'),
      family,
      permission: VIEW_AS,
      params: z.object({ id }),
      body: viewAsInput,
      response: viewAsAnswer,
      write: true,
      refuses: [409],
      summary:
        'From now on this session is answered as that user and changes nothing, for 15 minutes. 403 user_above_you for who may do more than the caller',
    },
    async ({ db, deps, actor, scope, params, body, now }) => {
      demandPerson(actor)
      demandWhole(actor)
      const user = await usersStore.get(db, scope, params.id, now)
      if (user._id === actor.id)
        throw new Problem(409, 'yourself', { message: 'You see your own pages already' })
      if (!user.enabled || user.archived_at !== null)
        throw new Problem(409, 'not_active', { message: 'The user cannot sign in' })
      const tenantId = user.tenant?._id ?? SYSTEM_TENANT
      await demandNotAbove(db, actor, { id: user._id, tenantId })
      await endViewings(db, now, { viewerId: actor.id })
      const viewing = newId(now)
      const until = now + VIEWING_MS
      const begun = await db
        .updateTable('token_families')
        .set({ viewing_id: viewing })
        .where('id', '=', actor.sessionId ?? '')
        .where('viewing_id', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!begun)
        throw new Problem(409, 'viewing_already', { message: 'This session views as a user already' })
      await db
        .insertInto('user_viewings')
        .values({
          id: viewing,
          tenant_id: tenantId,
          user_id: user._id,
          viewer_id: actor.id,
          viewer_tenant_id: actor.tenantId,
          viewer_name: actor.name,
          family_id: begun.id,
          reason: body.reason,
          started_at: now,
          until,
          ended_at: null,
          ip: actor.ip ?? null,
        })
        .execute()
      await recordChange(
        db,
        actor,
        {
          entity: 'user',
          id: user._id,
          tenantId,
          action: 'view_as',
          before: null,
          after: { viewer: actor.name, reason: body.reason, until },
        },
        now,
      )
      endInTime(deps, viewing)
      return { user: { _id: user._id, name: user.full_name || user.username }, until }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: endViewingPath,
      family,
      permission: 'signed-in',
      body: z.strictObject({}),
      response: z.object({}),
      write: true,
      endsViewing: true,
      // It lets nobody know or do more than before.
      beforeFactor: true,
      summary:
        'Stop viewing as another user: this session is its owner’s again. Nothing happens where it is already',
    },
    async ({ db, actor, now }) => {
      if (!actor.viewer) return
      await endViewings(db, now, { id: actor.viewer.viewingId })
      await db
        .updateTable('token_families')
        .set({ viewing_id: null })
        .where('id', '=', actor.sessionId ?? '')
        .where('viewing_id', '=', actor.viewer.viewingId)
        .execute()
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: viewingsPath,
      family,
      permission: 'signed-in',
      response: viewings,
      summary: 'Who looked at pages as the caller in the last 90 days',
    },
    async ({ db, actor, now }) => {
      const rows = await db
        .selectFrom('user_viewings')
        .select(['id', 'viewer_name', 'reason', 'started_at', 'until', 'ended_at'])
        .where('user_id', '=', actor.id)
        .where('started_at', '>', now - SHOWN_MS)
        .orderBy('started_at', 'desc')
        .limit(MOST_VIEWINGS)
        .execute()
      return {
        viewings: rows.map(row => ({
          _id: row.id,
          viewer: row.viewer_name,
          reason: row.reason,
          started_at: row.started_at,
          until: row.ended_at ?? row.until,
        })),
      }
    },
  )
}
