/** Signing out at the identity provider, too. */
import * as oidc from 'openid-client'
import type { Deps } from '../deps'
import { sealOf } from './sealed.service'
import { providerOf } from './sso-provider'

/** Where the browser signs out at the provider, for a sign-in that came from there; undefined otherwise. */
export async function endSessionUrl(deps: Deps, familyId: string): Promise<string | undefined> {
  const family = await deps.db
    .selectFrom('token_families')
    .select('sso_id_token')
    .where('id', '=', familyId)
    .executeTakeFirst()
  const sealed = family?.sso_id_token
  if (!sealed) return undefined
  const idToken = (await sealOf(deps)).open(sealed)
  try {
    const config = await providerOf(deps)
    if (idToken === null || !config.serverMetadata().end_session_endpoint) return undefined
    return oidc.buildEndSessionUrl(config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${deps.env.consoleOrigin}/auth/login`,
    }).href
  } catch (error) {
    // Here the session has ended; there it ends by itself.
    deps.log.warn({ err: error }, 'signing out at the identity provider was not possible')
    return undefined
  }
}
