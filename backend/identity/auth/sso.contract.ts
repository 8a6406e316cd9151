/** Sign-in by the house's identity provider, OpenID Connect (ruling 13). */
import { z } from 'zod'

/** From leaving for the provider to coming back. */
export const SSO_FLOW_MS = 10 * 60_000

export const redirectUri = z
  .string()
  .max(500)
  .refine(value => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    return url?.pathname === '/auth/callback' && /^https?:$/.test(url.protocol)
  }, 'invalid')

export const ssoState = z.object({ enabled: z.boolean() })

export const ssoStartBody = z.strictObject({
  username: z.string().trim().min(1).max(200),
  /** The console's own `/auth/callback`. */
  redirect_uri: redirectUri,
})
/** Where the browser is to go, and what it has to bring back: nobody else's answer fits. */
export const ssoStarted = z.object({ location: z.string(), return_sso_token: z.string() })

export const ssoCallbackBody = z.object({
  /** As it was answered when the flow began. */
  return_sso_token: z.string().min(1).max(4_000),
  code: z.string().max(4_000).optional(),
  state: z.string().max(500).optional(),
  session_state: z.string().max(500).optional(),
  iss: z.string().max(500).optional(),
  device_token: z.string().max(1_000).optional(),
})
