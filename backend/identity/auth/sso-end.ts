/** Signing out at the identity provider, too. */
import * as oidc from 'openid-client'
import type { Deps } from '../../platform/deps'
import { siteAt } from './sign-in-host.service'
import { providerOf } from './sso-provider'

/** Where the browser signs out at the provider, for a sign-in that came from there; undefined otherwise. */
export async function endSessionUrl(
  deps: Deps,
  familyId: string,
  host: string | undefined,
): Promise<string | undefined> {
  const family = await deps.db
    .selectFrom('token_families')
    .select('by_sso')
    .where('id', '=', familyId)
    .executeTakeFirst()
  if (family?.by_sso !== 1) return undefined
  try {
    const config = await providerOf(deps)
    if (!config.serverMetadata().end_session_endpoint) return undefined
    // Without `id_token_hint`: no token goes through a browser. The provider asks the person instead.
    return oidc.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${(await siteAt(deps, host)).origin}/auth/login`,
    }).href
  } catch (error) {
    // Here the session has ended; there it ends by itself.
    deps.log.warn({ err: error }, 'signing out at the identity provider was not possible')
    return undefined
  }
}
