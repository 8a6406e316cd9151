/** How a page looks: as the tenant of whoever is signed in has chosen, or the one whose own address this is. */
import {
  appearanceAt,
  appearanceAtPath,
  logoPicture,
  ownAppearancePath,
  ownLogoPath,
  type Appearance,
} from '../../backend/accounting/appearance/appearance.contract'
import { DAY_MS } from '../../backend/platform/contract/durations'
import { SYSTEM_TENANT } from '../../backend/platform/contract/primitives'
import { plainHost } from '../../backend/platform/contract/host-name'
import type { Api } from '../api/client.server'
import { remembered } from '../api/remembered.server'
import { env } from '../process/env.server'
import { hostOf } from './registration.server'
import { strangersApi } from './request-session.server'

/** It stands on every page, and changes once in years. */
const READ_AGAIN_MS = 30_000
/** No page waits longer for it: it looks as it did last, or as the installation's, until then. */
const PATIENCE_MS = 250
const TIME_LIMIT_MS = 1_500

type Found = Appearance | null
interface LastRead {
  found: Found
  /** Epoch milliseconds. */
  at: number
}
const ofTenants = remembered<LastRead>({ max: 1_000, ttl: DAY_MS })
const ofHosts = remembered<LastRead>({ max: 1_000, ttl: DAY_MS })
/** Apart from the hosts of tenants, since anybody can make up names until there is no room for those. */
const nobodysHosts = remembered<LastRead>({ max: 200, ttl: READ_AGAIN_MS })

/** Null for the installation's, and while it is not known. The system's people have no tenant's. */
export const appearanceOfTenant = (tenantId: string, api: Api): Promise<Found> =>
  tenantId === SYSTEM_TENANT
    ? Promise.resolve(null)
    : soon(`tenant ${tenantId}`, ofTenants.get(tenantId), async () => {
        const { appearance } = await api.call('GET', ownAppearancePath, {
          schema: appearanceAt,
          shared: true,
          timeLimitMs: TIME_LIMIT_MS,
        })
        ofTenants.set(tenantId, { found: appearance, at: Date.now() })
        return appearance
      })

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
  return soon(`host ${host}`, ofHosts.get(host) ?? nobodysHosts.get(host), async () => {
    const { appearance } = await strangersApi(request).call('POST', appearanceAtPath, {
      body: { host },
      schema: appearanceAt,
      write: false,
      shared: true,
      timeLimitMs: TIME_LIMIT_MS,
    })
    if (!appearance) ofHosts.delete(host)
    const hosts = appearance ? ofHosts : nobodysHosts
    hosts.set(host, { found: appearance, at: Date.now() })
    return appearance
  })
}

const underway = new Map<string, Promise<Found>>()

function begin(key: string, read: () => Promise<Found>): Promise<Found> {
  const begun = read().finally(() => {
    if (underway.get(key) === begun) underway.delete(key)
  })
  underway.set(key, begun)
  return begun
}

/**
 * One request serves all pages that come meanwhile; no page fails for want of it. A failure is nobody's answer: the
 * last one holds, and whoever waited for another's request, which may have been refused for its sender alone, sends
 * their own.
 */
async function soon(key: string, last: LastRead | undefined, read: () => Promise<Found>): Promise<Found> {
  if (last && Date.now() - last.at < READ_AGAIN_MS) return last.found
  const lastFound = last?.found ?? null
  let isWaiting = true
  const others = underway.get(key)
  const found = others
    ? others.catch((error: unknown) => {
        if (isWaiting) return begin(key, read)
        throw error
      })
    : begin(key, read)
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<Found>(resolve => {
    timer = setTimeout(() => resolve(lastFound), PATIENCE_MS)
  })
  try {
    return await Promise.race([found, patience])
  } catch {
    return lastFound
  } finally {
    isWaiting = false
    clearTimeout(timer)
  }
}
