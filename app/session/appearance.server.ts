/** How a page looks: as the tenant of whoever is signed in has chosen, or the one whose own address this is. */
import {
  appearanceAt,
  appearanceAtPath,
  logoPicture,
  ownAppearancePath,
  ownLogoPath,
  type Appearance,
} from '../../backend/accounting/appearance/appearance.contract'
import { SYSTEM_TENANT } from '../../backend/platform/contract/primitives'
import { plainHost } from '../../backend/platform/contract/host-name'
import type { Api } from '../api/client.server'
import { remembered } from '../api/remembered.server'
import { env } from '../process/env.server'
import { hostOf } from './registration.server'
import { strangersApi } from './request-session.server'

/** It stands on every page, and changes once in years. */
const READ_AGAIN_MS = 30_000
/** No page waits longer for it: it looks as the installation's until then. */
const PATIENCE_MS = 250

type Found = Appearance | null
const ofTenants = remembered<{ found: Promise<Found> }>({ max: 1_000, ttl: READ_AGAIN_MS })
const atHosts = remembered<{ found: Promise<Found> }>({ max: 200, ttl: READ_AGAIN_MS })

/** Null for the installation's, and while it is not known. The system's people have no tenant's. */
export const appearanceOfTenant = (tenantId: string, api: Api): Promise<Found> =>
  tenantId === SYSTEM_TENANT
    ? Promise.resolve(null)
    : soon(ofTenants, tenantId, () => api.call('GET', ownAppearancePath, { schema: appearanceAt }))

/** With the logo's bytes, for a document. Null for the installation's. */
export async function houseOnPaper(tenantId: string, api: Api) {
  const found = await appearanceOfTenant(tenantId, api)
  if (!found) return null
  const { logo } = found.logo ? await api.call('GET', ownLogoPath, { schema: logoPicture }) : { logo: null }
  return {
    name: found.name,
    logo: logo?.png ? { png: Buffer.from(logo.png, 'base64'), width: logo.width, height: logo.height } : null,
  }
}

/** For somebody who is not signed in. With an `ORIGIN`, its own host is no tenant's. */
export function appearanceAtHost(request: Request): Promise<Found> {
  const host = hostOf(new URL(request.url))
  const { origin } = env()
  if (origin !== undefined && host === plainHost(new URL(origin).hostname)) return Promise.resolve(null)
  return soon(atHosts, host, () =>
    strangersApi(request).call('POST', appearanceAtPath, {
      body: { host },
      schema: appearanceAt,
      write: false,
      timeLimitMs: 1_500,
    }),
  )
}

/** One request serves all pages that come meanwhile; no page fails for want of it. */
async function soon(
  known: typeof ofTenants,
  key: string,
  ask: () => Promise<{ appearance: Found }>,
): Promise<Found> {
  let { found } = known.get(key) ?? {}
  if (!found) {
    found = ask().then(
      ({ appearance }) => appearance,
      () => null,
    )
    known.set(key, { found })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  try {
    return await Promise.race([found, patience])
  } finally {
    clearTimeout(timer)
  }
}
