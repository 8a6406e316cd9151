/** Somebody's own account on the wire. Names as in the specification's profile. */
import { z } from 'zod'
import { newPassword } from '../auth/password-rules.contract'
import { emailAddress, FEWEST, MOST } from '../auth/account-lengths.contract'
import { id, instant, line, optionalLine } from '../../platform/contract/primitives'

/** Until the next code may be sent. Seconds. */
export const CODE_WAIT_SECONDS = 60
/** How long a code opens. Milliseconds. */
export const CODE_MS = 30 * 60_000

/** What nobody changes by saving. */
const standing = z.object({
  user_id: id,
  username: z.string().max(200),
  /** The mark of the picture; null without one. */
  avatar: z.string().max(40).nullable(),
  email_is_verified: z.boolean(),
  password_changed_at: instant,
  /** Characters that a new one has at least. */
  password_min_length: z.number().int(),
  /** A code is on its way to this address. */
  code_sent_at: instant.nullable(),
})

/** Phone and address may be missing in an account that an administrator made; the console's form asks for both. */
export const profileInput = standing
  .partial()
  .extend({
    full_name: line(FEWEST, MOST),
    job_title: optionalLine(80),
    phone_number: optionalLine(40),
    user_email: emailAddress.nullable(),
    /** Needed for another address: links that open the account are sent there. */
    current_password: z.string().max(500).nullish(),
  })
  .strict()

/** What somebody fills in. */
export const profileForm = profileInput.pick({ full_name: true, job_title: true }).extend({
  phone_number: line(3, 40),
  user_email: emailAddress,
  current_password: z.string().max(500),
})

export const profile = standing.extend({
  full_name: z.string(),
  job_title: z.string().nullable(),
  phone_number: z.string().nullable(),
  user_email: z.string().nullable(),
})
export type Profile = z.output<typeof profile>

/** What a telephone's camera makes, and no more. */
export const MAX_AVATAR_BYTES = 8 * 1024 * 1024
export const AVATAR_SIZE = 256
export const avatarMark = z.object({ avatar: z.string().max(40) })
export const avatarPicture = avatarMark.extend({ webp: z.base64() })

export const passwordChange = z.strictObject({
  current_password: z.string().min(1).max(500),
  password: newPassword,
})

/** As people type it: with or without the dash, in either case. */
export const codeBody = z.strictObject({ Code: z.string().trim().min(1).max(40) })
export const messageAnswer = z.object({ message: z.string() })

export const signIn = z.object({
  _id: id,
  started_at: instant,
  last_used_at: instant,
  ends_at: instant,
  ip: z.string().nullable(),
  /** The User-Agent that signed in. */
  user_agent: z.string().nullable(),
  /** The one that asks. */
  current: z.boolean(),
})
export const MOST_SIGN_INS = 200
export const signIns = z.object({ sessions: z.array(signIn).max(MOST_SIGN_INS) })
/** Of somebody else, for whoever looks after users. */
export const sessionsPath = (id: string): string => `/api/users/v1/user/${id}/sessions`
export const endBody = z.strictObject({ id })
