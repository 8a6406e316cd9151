import { z } from 'zod'
import { networkOf } from '../../platform/contract/client-address'
import type { Api } from '../../platform/http/api'
import { limiter, share } from '../../platform/http/limiter'
import { leastPasswordOf } from '../../platform/layered-settings/session-limits.service'
import { addressKey, queueMail } from '../mail/mail.service'
import { linkOf, setPasswordByLink } from './password-links.service'
import { forgotBody, linkAnswer, linkBody, resetAnswer, resetBody } from './passwords.contract'

const family = 'authorization'
const path = (name: string) => `/api/${family}/v1/${name}`

/** E-mails of this kind for one address in `PER_MS`; further requests are answered alike and send nothing. */
const MOST_MAILS = 3
const PER_SECONDS = 3_600

export function register(api: Api): void {
  const asking = limiter(20, 600)
  const trying = limiter(60, 600)
  const writing = share(MOST_MAILS, PER_SECONDS)

  api.endpoint(
    {
      method: 'POST',
      path: path('forgot-password'),
      family,
      permission: 'public',
      body: forgotBody.strict(),
      response: z.object({}),
      refuses: [429],
      summary:
        'Send a link that sets a new password, where the address is known and verified. The answer is the same in any case',
    },
    async ({ db, body, actor, now }) => {
      await asking(networkOf(actor.ip ?? ''))
      const address = addressKey(body.email)
      // Whose address it is is looked up when the message is written: until then known and unknown ones are the same
      // work, and have the same share.
      if (!(await writing(address))) return
      await queueMail(db, { kind: 'reset_password', address, language: body.language ?? 'en' }, now)
    },
  )

  api.endpoint(
    {
      method: 'POST',
      path: path('password-link'),
      family,
      permission: 'public',
      body: linkBody.strict(),
      response: linkAnswer,
      reads: true,
      refuses: [429],
      summary: 'Whose password a link sets. 422 on token: link_unknown, link_used, link_expired',
    },
    async ({ db, body, actor, now }) => {
      await trying(networkOf(actor.ip ?? ''))
      const { username, purpose, expires_at, tenant_id } = await linkOf(db, body.token, now)
      return { username, purpose, expires_at, min_length: await leastPasswordOf(db, tenant_id) }
    },
  )

  api.endpoint(
    {
      method: 'POST',
      path: path('reset-password'),
      family,
      permission: 'public',
      body: resetBody.strict(),
      response: resetAnswer,
      refuses: [429],
      summary: 'Set a password by a link, once. All sessions of the user end',
    },
    async ({ deps, body, actor }) => {
      await trying(networkOf(actor.ip ?? ''))
      return setPasswordByLink(deps, body, { ip: actor.ip, requestId: actor.requestId })
    },
  )
}
