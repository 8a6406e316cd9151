import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { networkOf } from '../../platform/contract/client-address'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { command, each, revealingCommand } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { limiter } from '../../platform/http/limiter'
import {
  displayChannelsContract,
  displaysContract,
  displayScreen,
  displayInput,
  displayPaths,
  readsDisplays,
  valuesAnswer,
  valuesInput,
} from './displays.contract'
import { displayChannelsStore, displaysStore, issueAddress } from './displays.stores'
import { screensOf, previewScreen } from './display-screen.service'

/**
 * Addresses that open nothing, a minute from one network. One has 256 bits, so this spares the database, not the
 * address.
 */
const GUESSES_PER_MINUTE = 60

export function register(api: Api): void {
  crud(api, displayChannelsStore)
  crud(api, displaysStore, { secretOf: (db, row) => issueAddress(db, row._id) })
  commands(api)
  screens(api)
}

function commands(api: Api): void {
  const { rotate, revoke } = displaysContract.actions
  revealingCommand(
    api,
    displaysStore,
    rotate,
    'Give a display another address; the one before opens nothing from now on',
    async ({ db, actor, now }, row, { reason }) => {
      const secret = await issueAddress(db, row._id, { rotated_at: now })
      const renewed = { revoked_at: null, updated_at: now, version: row.version + 1 }
      await db.updateTable('displays').set(renewed).where('id', '=', row._id).execute()
      await recordChange(
        db,
        actor,
        {
          entity: 'display',
          id: row._id,
          tenantId: row.tenant._id,
          action: 'rotate',
          before: { name: row.name, rotated_at: row.rotated_at, revoked_at: row.revoked_at },
          after: { name: row.name, rotated_at: now, revoked_at: null, reason },
        },
        now,
      )
      return { outcome: 'done', secret }
    },
  )
  command(
    api,
    displaysStore,
    revoke,
    'End the addresses of displays at once',
    each(async ({ db, actor, now }, row, { reason }) => {
      if (row.revoked_at !== null) return { outcome: 'skipped', reason: 'revoked' }
      const ended = { revoked_at: now, updated_at: now, version: row.version + 1 }
      await db.updateTable('displays').set(ended).where('id', '=', row._id).execute()
      await recordChange(
        db,
        actor,
        {
          entity: 'display',
          id: row._id,
          tenantId: row.tenant._id,
          action: 'revoke',
          before: { name: row.name, revoked_at: null },
          after: { name: row.name, revoked_at: now, reason },
        },
        now,
      )
      return { outcome: 'done' }
    }),
  )
}

function screens(api: Api): void {
  const guesses = limiter(GUESSES_PER_MINUTE, 60)
  const { family } = displayChannelsContract
  const wrong = (ip: string | undefined) => guesses(networkOf(ip ?? 'unknown'))
  api.endpoint(
    {
      method: 'POST',
      path: displayPaths.open,
      family,
      summary: 'What a display shows, by its address; counts as contact with it',
      permission: 'public',
      body: displayInput,
      response: displayScreen,
      refuses: [429],
    },
    async ({ deps, actor, body, now }) => {
      const shown = (await screensOf(deps.db, [body.token], now)).halls[0]
      if (shown) return shown
      await wrong(actor.ip)
      throw new Problem(404, 'not_found')
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: displayPaths.values,
      family,
      summary: 'What many displays show, for the program that serves their connections',
      permission: 'public',
      body: valuesInput,
      response: valuesAnswer,
      refuses: [429],
    },
    async ({ deps, actor, body, now }) => {
      const answer = await screensOf(deps.db, body.tokens, now)
      // Among displays that open something, one that was revoked is no guess: it must not stop the others.
      if (answer.of.every(one => one === null)) await wrong(actor.ip)
      return answer
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${displayPaths.preview}/:id`,
      family,
      summary: 'What a channel shows, for those who manage it',
      permission: readsDisplays,
      params: z.object({ id }),
      response: displayScreen,
    },
    async ({ db, deps, scope, params, now }) => previewScreen(db, deps.db, scope, params.id, now),
  )
}
