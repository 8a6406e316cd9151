import { networkOf } from '../../platform/contract/client-address'
import type { Api } from '../../platform/http/api'
import { limiter } from '../../platform/http/limiter'
import { registrationHost } from '../../identity/auth/registration.contract'
import { siteAt } from '../../identity/auth/sign-in-host.service'
import {
  appearanceAt,
  appearanceAtPath,
  logoPicture,
  ownAppearancePath,
  ownLogoPath,
} from './appearance.contract'
import { appearanceOf } from './appearance.service'

const family = 'appearance'

export function register(api: Api): void {
  const looking = limiter(600, 60)
  // What rules leave somebody of their tenant does not change how it looks: hence the whole database.
  api.endpoint(
    {
      method: 'GET',
      path: ownAppearancePath,
      family,
      permission: 'signed-in',
      response: appearanceAt,
      summary: 'The name, colour and logo that the caller’s tenant has chosen; null for the installation’s',
    },
    async ({ deps, actor }) => ({ appearance: await appearanceOf(deps.db, actor.tenantId, false) }),
  )
  api.endpoint(
    {
      method: 'GET',
      path: ownLogoPath,
      family,
      permission: 'signed-in',
      response: logoPicture,
      summary: 'The logo that the caller’s tenant shows on its pages, as a PNG in base64',
    },
    async ({ deps, actor }) => ({
      logo: (await appearanceOf(deps.db, actor.tenantId, true))?.logo ?? null,
    }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: appearanceAtPath,
      family,
      permission: 'public',
      body: registrationHost.strict(),
      response: appearanceAt,
      reads: true,
      refuses: [429],
      summary: 'What the tenant whose own address this host is has chosen to show; null for every other host',
    },
    async ({ deps, body, actor }) => {
      await looking(networkOf(actor.ip ?? ''))
      const { tenant } = await siteAt(deps, body.host)
      return { appearance: tenant && (await appearanceOf(deps.db, tenant.id, true)) }
    },
  )
}
