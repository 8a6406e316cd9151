import { z } from 'zod'
import { endFactor, factorState, mustShowFactor, renewRecoveryCodes } from '../auth/factor.service'
import {
  confirmFactorBody,
  endFactorBody,
  recoveryCodes,
  renewCodesBody,
  secondFactorState,
  startedFactor,
  startFactorBody,
} from '../auth/second-factor.contract'
import { confirmFactor, startFactor } from '../auth/second-factor.service'
import { passkeysOf } from '../auth/passkeys.service'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { demandPerson } from './profile.service'

const family = 'users'
const permission = 'signed-in'
const path = (name: string) => `/api/users/v1/${name}`

export function register(api: Api): void {
  const guessing = limiter(10, 600)
  api.endpoint(
    {
      method: 'GET',
      path: path('second-factor'),
      family,
      permission,
      summary: 'Whether the caller has a second factor',
      response: secondFactorState,
    },
    async ({ db, deps, actor }) => {
      demandPerson(actor)
      return {
        ...(await factorState(db, actor.id)),
        proof_due: await mustShowFactor(deps, actor),
        passkeys: await passkeysOf(db, actor.id),
      }
    },
  )
  // None of these is a `write` endpoint: their answers hold secrets, and answers of those are stored for repetition.
  api.endpoint(
    {
      method: 'POST',
      path: path('second-factor-start'),
      family,
      permission,
      beforeFactor: true,
      summary: 'A new key for an authenticator app. It counts once a code of it was typed',
      body: startFactorBody,
      response: startedFactor,
      refuses: [409, 429],
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      await guessing(actor.id)
      return startFactor(deps, actor, body.current_password)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('second-factor-confirm'),
      family,
      permission,
      beforeFactor: true,
      summary:
        'Switch the codes of an app on by a first one. Answers recovery codes, once; none where a passkey had made them',
      body: confirmFactorBody,
      response: recoveryCodes,
      refuses: [429],
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      await guessing(actor.id)
      return { recovery_codes: await confirmFactor(deps, actor, body.code) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('recovery-codes'),
      family,
      permission,
      summary: 'Other recovery codes in place of those that are left. Answers them, once',
      body: renewCodesBody,
      response: recoveryCodes,
      refuses: [409, 429],
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      await guessing(actor.id)
      return { recovery_codes: await renewRecoveryCodes(deps, actor, body.current_password) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('second-factor-end'),
      family,
      permission,
      summary: 'Switch the second factor off, with its passkeys',
      body: endFactorBody,
      response: z.object({}),
      refuses: [429],
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      await guessing(actor.id)
      await endFactor(deps, actor, body.current_password)
    },
  )
}
