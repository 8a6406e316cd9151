/**
 * Signing in with what the house's identity provider says: authorization code, PKCE, state and nonce. What a flow has
 * to bring back is sealed and held by the browser that began it; each flow is answered once. Nobody is made here: an
 * account is known by the provider's own id of a person, the first time by an e-mail address that is verified on both
 * sides.
 * An account that has an identity of this provider already is never found by its address again.
 */
import * as oidc from 'openid-client'
import { z } from 'zod'
import { Problem } from '../../platform/contract/problem'
import { isUniqueViolation } from '../../platform/db/errors'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import type { loginAnswer } from './auth.contract'
import { lasting, tokensFor } from './auth.service'
import { knownDevice } from './known-devices'
import { notifyOfNewBrowser } from './new-browser'
import { noteFailed } from './sign-in-log'
import { demandAtHome } from './sign-in-host.service'
import { sealOf } from '../../platform/secrets/sealed.service'
import { authKeys, sha256 } from '../../platform/secrets/installation-keys'
import { clocksApart, demandSameTime } from './sso-clock'
import { personOf, verifiedEmail } from './sso-identities.service'
import { followGroups } from './sso-roles'
import { keepsSessions, providerOf } from './sso-provider'
import { SSO_FLOW_MS, type ssoCallbackBody, type ssoStarted } from './sso.contract'
import { startFamily } from './token-family.service'

type From = Pick<Actor, 'ip' | 'requestId'> & { userAgent?: string | undefined }

const flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect_uri: z.string(),
  username: z.string(),
  until: z.number(),
})

/** Throws 409 sso_not_configured, 503 sso_unavailable. */
export async function startSso(
  deps: Deps,
  { username, redirect_uri }: { username: string; redirect_uri: string },
): Promise<z.output<typeof ssoStarted>> {
  const config = await providerOf(deps)
  const begun: z.output<typeof flow> = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    redirect_uri,
    username,
    until: deps.clock() + SSO_FLOW_MS,
  }
  const location = oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: deps.env.oidc?.scope ?? 'openid email profile',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    login_hint: username,
  })
  const { seal } = await sealOf(deps)
  return { location: location.href, return_sso_token: seal(JSON.stringify(begun)) }
}

/** Throws 422 sso_missing, 401 sso_failed, 503 sso_unavailable. */
export async function finishSso(
  deps: Deps,
  body: z.output<typeof ssoCallbackBody>,
  from: From,
): Promise<z.output<typeof loginAnswer>> {
  const config = await providerOf(deps)
  const { code, state, session_state } = body
  if (!code || !state || (keepsSessions(config) && !session_state))
    throw new Problem(422, 'sso_missing', { message: 'Missing required SSO parameters.' })
  const begun = await openFlow(deps, body.return_sso_token)
  if (!begun || begun.state !== state) throw failed('the flow is another one, or too old')
  await answerOnce(deps, begun)
  const claims = await claimsOf(deps, config, begun, { code, state, session_state, iss: body.iss })
  const keys = await authKeys(deps)
  const now = deps.clock()
  const address = from.ip ?? 'unknown'
  const { person, why } = await deps.db.transaction().execute(tx => personOf(tx, claims, now))
  if (!person || why !== undefined) {
    noteFailed(deps, keys, { typed: begun.username, named: person, from, address })
    deps.log.warn({ why, request_id: from.requestId }, 'a sign-in by the identity provider was refused')
    throw failed(why ?? 'nobody here has this address')
  }
  // The provider has sent the browser back to where it began.
  await demandAtHome(deps, person, new URL(begun.redirect_uri).host)
  const started = await deps.db.transaction().execute(async tx => {
    await followGroups(deps, tx, person, claims.groups, now)
    if (knownDevice(body.device_token, person, keys.device, now) === null)
      await notifyOfNewBrowser(tx, person, address, now)
    const family = await startFamily(
      tx,
      { id: person.id, tenantId: person.tenant_id, name: person.full_name || person.username },
      from,
      now,
      await lasting(deps, tx, person.tenant_id, true),
    )
    await tx.updateTable('token_families').set({ by_sso: 1 }).where('id', '=', family.familyId).execute()
    return family
  })
  return tokensFor(deps, person, started, { ...body, decoded_permissions: true }, now)
}

/** The reason is for the log of requests; people read one sentence for every reason (specification, section 8). */
const failed = (reason: string) =>
  new Problem(401, 'sso_failed', {
    message: 'The login details are incorrect or SSO failed.',
    details: { reason },
  })

async function openFlow(deps: Deps, sealed: string) {
  const text = (await sealOf(deps)).open(sealed)
  const read = text === null ? undefined : flow.safeParse(JSON.parse(text)).data
  return read && read.until > deps.clock() ? read : undefined
}

async function answerOnce({ db }: Deps, { state, until }: { state: string; until: number }): Promise<void> {
  try {
    await db
      .insertInto('sso_answered')
      .values({ state_hash: sha256(state), expires_at: until })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw failed('the flow was answered before')
    throw error
  }
  await db
    .deleteFrom('sso_answered')
    .where('expires_at', '<', until - 2 * SSO_FLOW_MS)
    .execute()
}

interface Claims {
  issuer: string
  subject: string
  email: string | undefined
  groups: string[] | undefined
}

async function claimsOf(
  deps: Deps,
  config: oidc.Configuration,
  begun: z.output<typeof flow>,
  parameters: Record<string, string | undefined>,
): Promise<Claims> {
  const url = new URL(begun.redirect_uri)
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  try {
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims || !tokens.id_token) throw new Error('No data in response')
    demandSameTime(claims)
    const more = config.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {}
    const all = { ...claims, ...more } as Record<string, unknown>
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: verifiedEmail(more, claims),
      groups: z
        .array(z.string().max(200))
        .max(1_000)
        .optional()
        .catch(undefined)
        .parse(all[deps.env.oidc?.groupsClaim ?? 'groups']),
    }
  } catch (error) {
    const apart = clocksApart(error)
    if (apart) {
      deps.log.error(
        { seconds: apart.seconds, err: error },
        'the clock of this server and the identity provider’s are too far apart for a sign-in',
      )
      throw new Problem(401, 'sso_clock', {
        message: 'The clock of this server and the identity provider’s are more than 30 seconds apart',
        details: { seconds: apart.seconds },
      })
    }
    deps.log.warn({ err: error }, 'the identity provider’s answer was refused')
    throw failed('the provider refused the code, or its answer is not valid')
  }
}
