import { z } from 'zod'
import { networkOf } from '../../platform/contract/client-address'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { namedShare, namedSignIns } from './demo-sign-ins'
import { registrationBody, registrationHost, registrationState, signInHost } from './registration.contract'
import { register as ask, stateOf } from './registration.service'
import { siteAt } from './sign-in-host.service'

const family = 'authorization'
const path = (name: string) => `/api/${family}/v1/${name}`

export function register(api: Api): void {
  const looking = limiter(120, 60)
  const lookingAtHosts = limiter(600, 60)
  // Each one may write two e-mails.
  const asking = limiter(5, 3_600)
  api.endpoint(
    {
      method: 'POST',
      path: path('sign-in-host'),
      family,
      permission: 'public',
      body: registrationHost.strict(),
      response: signInHost,
      reads: true,
      refuses: [429],
      summary: 'Whether this host is a tenant’s own address for the console',
    },
    async ({ deps, body, actor }) => {
      await lookingAtHosts(networkOf(actor.ip ?? ''))
      return { known: (await siteAt(deps, body.host)).tenant !== null }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('registration-state'),
      family,
      permission: 'public',
      body: registrationHost.strict(),
      response: registrationState,
      reads: true,
      refuses: [429],
      summary: 'Whether strangers may ask for an account at this host, and whom to ask otherwise',
    },
    async ({ deps, db, body, actor, now }) => {
      await looking(networkOf(actor.ip ?? ''))
      const demo = await namedSignIns(db, deps.env)
      const shared = demo.length > 0 ? await namedShare(db, now) : null
      return {
        ...(await stateOf(db, body.host)),
        ...(demo.length > 0 && { demo }),
        ...(shared !== null && { demo_share: shared }),
      }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: path('registration'),
      family,
      permission: 'public',
      body: registrationBody.strict(),
      response: z.object({}),
      refuses: [429],
      summary:
        'Request an account: a disabled user, whom an administrator may enable. The answer never says whether the user exists; an e-mail does',
    },
    async ({ deps, body, actor }) => {
      await asking(networkOf(actor.ip ?? ''))
      await ask(deps, body, actor)
    },
  )
}
