import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import type { Actor } from '../../platform/request/actor'
import { once } from '../../platform/http/idempotency'
import { limiter } from '../../platform/http/limiter'
import { emailSettings } from '../preferences/email-settings.contract'
import { readEmailSettings, saveEmailSettings } from '../preferences/email-settings.service'
import { sendCode, verifyCode } from './email-codes.service'
import {
  codeBody,
  endBody,
  passwordChange,
  profile,
  profileInput,
  signIns,
  messageAnswer,
} from './profile.contract'
import {
  changePassword,
  demandPasswordForAddress,
  demandPerson,
  readProfile,
  saveProfile,
} from './profile.service'
import { endOtherSignIns, endSignIn, signInsOf } from './sign-ins.service'

const family = 'users'
const permission = 'signed-in'
const path = (name: string) => `/api/users/v1/${name}`

export function register(api: Api): void {
  account(api)
  verification(api)
  sessions(api)
}

function account(api: Api): void {
  // Whoever sits at somebody's open session guesses at their password no faster than at the sign-in page.
  const guessing = limiter(10, 600)
  api.endpoint(
    {
      method: 'GET',
      path: path('profile'),
      family,
      permission,
      summary: 'The caller’s own account',
      response: profile,
    },
    async ({ db, actor }) => {
      demandPerson(actor)
      return readProfile(db, actor)
    },
  )
  api.endpoint(
    {
      method: 'PUT',
      path: path('profile'),
      family,
      permission,
      summary:
        'Change one’s own name, phone and e-mail address. Another address takes the password, and has to be verified again',
      body: profileInput,
      response: profile,
      repeatable: true,
      refuses: [429],
    },
    async ({ db, deps, actor, body, request, now }) => {
      demandPerson(actor)
      if (body.current_password) await guessing(actor.id)
      await demandPasswordForAddress(db, actor, body)
      const key = request.headers.get('idempotency-key') ?? undefined
      // A key is remembered with what was sent: the password is nobody's to remember.
      const { current_password: _, ...sent } = body
      const attempt = { key, actor, method: 'PUT', path: path('profile'), body: sent }
      return once(deps, attempt, tx => saveProfile(tx, actor, body, now))
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('change-password'),
      family,
      permission,
      summary: 'Change one’s own password. All other sessions end',
      body: passwordChange,
      response: z.object({}),
      refuses: [429],
    },
    async ({ deps, actor, body }) => {
      demandPerson(actor)
      await guessing(actor.id)
      await changePassword(deps, actor, body)
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: path('email-settings'),
      family,
      permission,
      summary: 'Which e-mails the caller wants',
      response: emailSettings,
    },
    async ({ db, actor }) => {
      demandPerson(actor)
      return readEmailSettings(db, actor.id)
    },
  )
  api.endpoint(
    {
      method: 'PUT',
      path: path('email-settings'),
      family,
      permission,
      summary: 'Choose which e-mails the caller wants',
      body: emailSettings,
      response: emailSettings,
      write: true,
    },
    async ({ db, actor, body, now }) => {
      demandPerson(actor)
      return saveEmailSettings(db, actor.id, body, now)
    },
  )
}

/** Somebody else's address is nobody's to verify: as if the user did not exist. */
function demandOwn(actor: Actor, userId: string): void {
  demandPerson(actor)
  if (userId !== actor.id) throw new Problem(404, 'not_found')
}

function verification(api: Api): void {
  const sending = limiter(10, 3_600)
  const trying = limiter(30, 600)
  const params = z.object({ id })
  api.endpoint(
    {
      method: 'POST',
      path: path('send-verification-code/:id'),
      family,
      permission,
      summary: 'Send a code to one’s own address. 429 within a minute of the last',
      params,
      response: messageAnswer,
      refuses: [429],
      write: true,
    },
    async ({ db, actor, params: { id: user }, now }) => {
      demandOwn(actor, user)
      await sending(actor.id)
      await sendCode(db, actor, now)
      return { message: 'Verification token sent successfully!' }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('verify-code/:id'),
      family,
      permission,
      summary: 'Show by its code that an address is one’s own. 422 on Code: code_wrong, code_expired',
      params,
      body: codeBody,
      response: messageAnswer,
      refuses: [429],
    },
    async ({ deps, actor, params: { id: user }, body }) => {
      demandOwn(actor, user)
      await trying(actor.id)
      await verifyCode(deps, actor, body.Code)
      return { message: 'Email verified successfully!' }
    },
  )
}

function sessions(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: path('sessions'),
      family,
      permission,
      summary: 'Where the caller is signed in',
      response: signIns,
    },
    async ({ db, actor, now }) => {
      demandPerson(actor)
      return { sessions: await signInsOf(db, actor, now) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('session-end'),
      family,
      permission,
      summary: 'End one of the caller’s sign-ins',
      body: endBody,
      response: z.object({}),
      write: true,
    },
    async ({ db, actor, body, now }) => {
      demandPerson(actor)
      await endSignIn(db, actor, body.id, now)
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('sessions-end'),
      family,
      permission,
      summary: 'End all sign-ins of the caller but this one',
      response: z.object({}),
      write: true,
    },
    async ({ db, actor, now }) => {
      demandPerson(actor)
      await endOtherSignIns(db, actor, now)
    },
  )
}
