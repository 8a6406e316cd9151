/** Forgotten and first passwords on the wire. */
import { z } from 'zod'
import { instant } from '../../platform/contract/primitives'
import { emailAddress } from './account-lengths.contract'
import { MIN_PASSWORD, newPassword } from './password-rules.contract'

export const forgotBody = z.object({
  email: emailAddress,
  /** Of the page: nobody has signed in who could have one. */
  language: z.enum(['en', 'ro', 'pt']).optional(),
})
export const linkToken = z.string().min(1).max(100)
export const linkBody = z.object({ token: linkToken })
export const linkAnswer = z.object({
  username: z.string(),
  purpose: z.enum(['first', 'reset']),
  expires_at: instant,
  /** Characters that the new one has at least. */
  min_length: z.number().int().default(MIN_PASSWORD),
})
export const resetBody = z.object({ token: linkToken, password: newPassword })
export const resetAnswer = z.object({ username: z.string() })
