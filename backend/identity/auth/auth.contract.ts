/** The authorization family on the wire (specification section 7). */
import { z } from 'zod'
import { id, instant } from '../../platform/contract/primitives'
import { usedPasskey } from './passkeys.contract'
import { secondCode } from './second-factor.contract'
import { redirectUri } from './sso.contract'

/** The specification's calls send true, 1 or the text of either. */
const yes = z
  .union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'true', 'false'])])
  .transform(value => value === true || value === 1 || value === '1' || value === 'true')
  .optional()
  .default(false)

/** Longer than anyone's; shorter than what would cost time to hash. */
const password = z.string().min(1).max(500)

const credentials = z.object({
  username: z.string().trim().min(1).max(200),
  password,
  generate_refresh_token: yes,
  decoded_permissions: yes,
  /**
   * What the last sign-in from this browser or program answered, so that strangers' wrong passwords do not lock it out.
   */
  device_token: z.string().max(1_000).optional(),
})
export const loginBody = credentials
  .extend({
    /** Sign in at the identity provider: a 302 leads there. The password is a placeholder then. */
    enable_sso: yes,
    password: password.optional(),
    /** Also answer the token that the callback takes. */
    returnSsoToken: yes,
    return_sso_token: yes,
    /** The caller's own `/auth/callback`; left out, the console's. */
    redirect_uri: redirectUri.optional(),
  })
  .refine(({ enable_sso, password: given }) => enable_sso || given !== undefined, {
    path: ['password'],
    error: 'required',
  })
/** After a right password that is not enough: what `login` answered with, and a code. */
export const loginCodeBody = credentials
  .omit({ username: true, password: true })
  .extend({ challenge: z.string().min(1).max(1_000), code: secondCode })
/** The same with a passkey instead of a code: what `login` answered as `details.passkey` was signed. */
export const loginPasskeyBody = loginCodeBody.omit({ code: true }).extend({ response: usedPasskey })
export const refreshBody = z.object({ refresh_token: z.string().min(1).max(500), decoded_permissions: yes })
export const logoutBody = z.object({ refresh_token: z.string().max(500).nullish() })
/** Where the browser signs out at the identity provider, for a sign-in that came from there. */
export const logoutAnswer = z.object({ sso_logout_url: z.string().optional() })
export const checkQuery = z.object({ decoded_permissions: yes })

/** 1 for every permission that the person has, 0 for one that rules refuse them; the others are absent. */
export const permissionMap = z.record(z.string(), z.number())

export const userAnswer = z.object({
  user_id: id,
  username: z.string(),
  full_name: z.string(),
  /** 24 zeros for the system's own people. */
  tenant_id: id,
  language: z.string().nullable(),
  time_zone: z.string().nullable(),
  enabled: z.boolean(),
  /** The mark of their picture; null without one. */
  avatar: z.string().nullable(),
  /** Names of roles. */
  roles: z.array(z.string()),
  user_profile: z.object({
    full_name: z.string(),
    job_title: z.string().nullable(),
    user_email: z.string().nullable(),
    phone_number: z.string().nullable(),
    email_is_verified: z.boolean(),
  }),
  /** Of their tenant's general settings; null: as the installation was started. A kiosk's own come before them. */
  /** The person must set up a required second factor before anything else is permitted. */
  second_factor_due: z.boolean().optional(),
  /** Rules leave them a part of the network: they decide nothing for all of it. Of who asks and who signs in. */
  narrowed: z.boolean().optional(),
  session_limits: z.object({ idle_minutes: z.number().nullable(), absolute_hours: z.number().nullable() }),
})
export type UserAnswer = z.output<typeof userAnswer>

export const refreshAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  permissions: permissionMap.optional(),
})
export const loginAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  permissions: permissionMap.optional(),
  user: userAnswer,
  /** The client stores it and sends it with the next sign-in. It opens nothing by itself. */
  device_token: z.string(),
  /**
   * Wrong passwords for this name since the last sign-in; absent when there were none. Only the first answer has them.
   */
  failed_sign_ins: z
    .object({
      count: z.number().int(),
      first_at: instant,
      last_at: instant,
      /** Most recent first; the address is null for those that came from still further ones. */
      addresses: z.array(
        z.object({ address: z.string().nullable(), count: z.number().int(), last_at: instant }),
      ),
    })
    .optional(),
})
export const unlockAnswer = z.object({
  user_id: id,
  /** When the longest lock would have ended; null when there was none. */
  locked_until: instant.nullable(),
})
export const checkAnswer = z.object({ user: userAnswer, permissions: permissionMap.optional() })
