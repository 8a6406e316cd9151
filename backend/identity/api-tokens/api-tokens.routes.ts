import { demandWhole } from '../acl/demand-whole.service'
import { recordChange } from '../../platform/audit/audit.service'
import { issueSecret, mayGrant, revokeTokens, rotateSecret, shownPart } from '../auth/api-tokens.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { command, revealingCommand } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { apiTokensContract } from './api-tokens.contract'
import { apiTokensStore } from './api-tokens.store'
import { noteRotation, overlapUntil } from './rotation.service'

export function register(api: Api): void {
  crud(api, apiTokensStore, { secretOf: (db, row) => issueSecret(db, row._id) })
  const { rotate, revoke } = apiTokensContract.actions

  revealingCommand(
    api,
    apiTokensStore,
    rotate,
    'Give an API token another secret; the present one stays valid for the overlap',
    async ({ db, actor, now }, row, { overlap, reason }) => {
      demandWhole(actor)
      if (row.state === 'revoked' || row.state === 'expired')
        return { outcome: 'skipped', reason: row.state, secret: null }
      const { permissions } = await db
        .selectFrom('api_tokens')
        .select('permissions')
        .where('id', '=', row._id)
        .executeTakeFirstOrThrow()
      // Whoever holds the secret has what it may do.
      if (!mayGrant(actor.permissions, JSON.parse(permissions) as string[]))
        throw new Problem(403, 'forbidden', { message: 'The token may do more than you may' })
      const until = overlapUntil(overlap, now)
      const secret = await rotateSecret(db, row._id, { now, until })
      const startsWith = shownPart(secret)
      await noteRotation(db, actor, { entity: 'api_token', row, startsWith, until, reason }, now)
      return { outcome: 'done', secret }
    },
  )

  command(
    api,
    apiTokensStore,
    revoke,
    'End API tokens at once, in running connections too',
    async ({ db, deps, actor, now }, rows, { reason }) => {
      const live = rows.filter(row => row.revoked_at === null)
      await revokeTokens(
        db,
        live.map(row => row._id),
        now,
      )
      for (const row of live) {
        const tenantId = row.tenant?._id ?? SYSTEM_TENANT
        await recordChange(
          db,
          actor,
          {
            entity: 'api_token',
            id: row._id,
            tenantId,
            action: 'revoke',
            before: { name: row.name, revoked_at: null },
            after: { name: row.name, revoked_at: now, reason },
          },
          now,
        )
        // Ends running connections. Should this transaction fail after all, they sign in again.
        void deps.bus.publish({ topic: 'token', tenantId, data: { id: row._id } })
      }
      return rows.map(row =>
        row.revoked_at === null
          ? { id: row._id, outcome: 'done' as const }
          : { id: row._id, outcome: 'skipped' as const, reason: 'revoked' },
      )
    },
  )
}
