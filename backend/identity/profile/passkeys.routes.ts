import { z } from 'zod'
import { demandOwner } from '../auth/factor.service'
import {
  confirmPasskeyBody,
  removePasskeyBody,
  startedPasskey,
  startPasskeyBody,
} from '../auth/passkeys.contract'
import { confirmPasskey, removePasskey, startPasskey } from '../auth/passkeys.service'
import { recoveryCodes } from '../auth/second-factor.contract'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { demandPerson } from './profile.service'

const family = 'users'
const permission = 'signed-in'
const path = (name: string) => `/api/users/v1/${name}`

export function register(api: Api): void {
  const guessing = limiter(10, 600)
  // None of these is a `write` endpoint: nothing of them is to be answered from memory.
  api.endpoint(
    {
      method: 'POST',
      path: path('passkey-start'),
      family,
      permission,
      beforeFactor: true,
      summary: 'Options with which a browser makes a passkey',
      body: startPasskeyBody,
      response: startedPasskey,
      refuses: [429],
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      await guessing(actor.id)
      const { username } = await demandOwner(deps, actor, body.current_password)
      return { options: await startPasskey(deps, actor, username) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('passkey-confirm'),
      family,
      permission,
      beforeFactor: true,
      summary:
        'Store the passkey that the browser has made, under a name. The first of a second factor answers recovery codes, once',
      body: confirmPasskeyBody,
      response: recoveryCodes,
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      return { recovery_codes: await confirmPasskey(deps, actor, body) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('passkey-remove'),
      family,
      permission,
      summary:
        'Remove a passkey: it opens nothing any more. The last one without the codes of an app switches the second factor off',
      body: removePasskeyBody,
      response: z.object({}),
      refuses: [429],
    },
    async ({ deps, actor, body, now }) => {
      demandPerson(actor)
      await guessing(actor.id)
      await demandOwner(deps, actor, body.current_password)
      await deps.db.transaction().execute(tx => removePasskey(tx, actor, body.id, now))
    },
  )
}
