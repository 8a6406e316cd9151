import { z } from 'zod'
import {
  confirmPasskeyBody,
  removePasskeyBody,
  startedPasskey,
  startPasskeyBody,
} from '../auth/passkeys.contract'
import { confirmPasskey, removePasskey, startPasskey } from '../auth/passkeys.service'
import { demandPassword, hasSecondFactor } from '../auth/second-factor.service'
import { Problem } from '../contract/problem'
import type { Api } from '../http/api'
import { limiter } from '../http/limiter'
import { demandPerson } from './profile.service'

const family = 'users'
const permission = 'signed-in'
const path = (name: string) => `/api/users/v1/${name}`

export function register(api: Api): void {
  const guessing = limiter(10, 600)
  const noApp = () =>
    new Problem(409, 'no_second_factor', {
      message: 'Set up the codes of an app first: they let in without it',
    })
  // None of these is a `write` endpoint: nothing of them is to be answered from memory.
  api.endpoint(
    {
      method: 'POST',
      path: path('passkey-start'),
      family,
      permission,
      summary: 'What a browser is asked to make a passkey with. It stands beside the codes of an app',
      body: startPasskeyBody,
      response: startedPasskey,
      refuses: [409, 429],
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      await guessing(actor.id)
      const { username } = await demandPassword(deps.db, actor.id, body.current_password)
      if (!(await hasSecondFactor(deps.db, actor.id))) throw noApp()
      return { options: await startPasskey(deps, actor, username) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('passkey-confirm'),
      family,
      permission,
      summary: 'Keep the passkey that the browser has made, under a name',
      body: confirmPasskeyBody,
      response: z.object({}),
      refuses: [409],
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      if (!(await hasSecondFactor(deps.db, actor.id))) throw noApp()
      await confirmPasskey(deps, actor, body)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('passkey-remove'),
      family,
      permission,
      summary: 'Remove a passkey: it opens nothing any more',
      body: removePasskeyBody,
      response: z.object({}),
      refuses: [429],
    },
    async ({ deps, actor, body, now }) => {
      demandPerson(actor)
      await guessing(actor.id)
      await demandPassword(deps.db, actor.id, body.current_password)
      await deps.db.transaction().execute(tx => removePasskey(tx, actor, body.id, now))
    },
  )
}
