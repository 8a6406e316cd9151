/**
 * A tenant's sign-in host is an address of its own for the same console (ruling 50): its people and the system's sign
 * in there, nobody else's.
 * The console says at which host a person is. Whatever it says, an origin is one of this installation: its own, or a
 * tenant's.
 */
import { hostOfHeader, plainHost } from '../../platform/contract/host-name'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Deps } from '../../platform/deps'

export interface Site {
  origin: string
  /** Whose own address it is; null for the installation's. */
  tenant: { id: string; name: string; host: string } | null
}

type Needs = Pick<Deps, 'db' | 'env'>

/** The installation's own where the host is no tenant's, or nobody says which it is. */
export async function siteAt({ db, env }: Needs, host: string | undefined): Promise<Site> {
  const name = hostOfHeader(host ?? '')
  const own: Site = { origin: env.consoleOrigin, tenant: null }
  if (name === '' || name === plainHost(new URL(env.consoleOrigin).hostname)) return own
  const tenant = await db
    .selectFrom('tenants')
    .select(['id', 'name', 'login_host as host'])
    .where('login_host', '=', name)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return tenant ? { origin: originAt(env.consoleOrigin, tenant.host), tenant } : own
}

/** Scheme and port are the installation's: it is the same console behind the same proxy. */
function originAt(consoleOrigin: string, host: string): string {
  const url = new URL(consoleOrigin)
  url.hostname = host
  return url.origin
}

/**
 * Throws 401 other_tenants_host for somebody of another tenant, with the host of their own, which only a person who
 * has proved who they are may learn.
 */
export async function demandAtHome(
  deps: Needs,
  person: { tenant_id: string },
  host: string | undefined,
): Promise<void> {
  const { tenant } = await siteAt(deps, host)
  if (!tenant || person.tenant_id === SYSTEM_TENANT || person.tenant_id === tenant.id) return
  const own = await deps.db
    .selectFrom('tenants')
    .select('login_host')
    .where('id', '=', person.tenant_id)
    .executeTakeFirst()
  throw new Problem(401, 'other_tenants_host', {
    message: 'This is another tenant’s sign-in host',
    details: { tenant: tenant.name, ...(own && { host: own.login_host }) },
  })
}
