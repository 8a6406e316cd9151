/** The house's identity provider, found by its issuer. Nothing waits for it longer than five seconds. */
import * as oidc from 'openid-client'
import { Problem } from '../../platform/contract/problem'
import type { Deps } from '../../platform/deps'

const TIMEOUT_SECONDS = 5
/** Providers change their keys and addresses now and then. */
const KNOWN_MS = 10 * 60_000

const known = new WeakMap<object, { config: oidc.Configuration; at: number }>()

export const isConfigured = ({ env }: Pick<Deps, 'env'>): boolean => env.oidc !== undefined

/** Throws 409 sso_not_configured, 503 sso_unavailable. */
export async function providerOf(deps: Deps): Promise<oidc.Configuration> {
  const settings = deps.env.oidc
  if (!settings)
    throw new Problem(409, 'sso_not_configured', { message: 'No identity provider is set up (OIDC_ISSUER)' })
  const now = deps.clock()
  const found = known.get(settings)
  if (found && now - found.at < KNOWN_MS) return found.config
  const issuer = new URL(settings.issuer)
  try {
    const config = await oidc.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // Whoever sets an http issuer has said so; the start warns of it.
      ...(issuer.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
    })
    known.set(settings, { config, at: now })
    return config
  } catch (error) {
    deps.log.warn({ err: error }, 'the identity provider did not answer')
    throw new Problem(503, 'sso_unavailable', {
      message: 'The identity provider cannot be reached',
      headers: { 'retry-after': '5' },
    })
  }
}

/** Its answers carry a session_state: then one without was touched on its way. */
export const keepsSessions = (config: oidc.Configuration): boolean =>
  typeof config.serverMetadata().check_session_iframe === 'string'
