/** Asking for an account on the wire. Names and lengths are the specification's. */
import { z } from 'zod'
import { line } from '../../platform/contract/primitives'
import { emailAddress, FEWEST, MOST } from './account-lengths.contract'
import { MAX_PASSWORD, MIN_PASSWORD } from './password-rules.contract'

/** Whose sign-in host it is decides whose account it will be. */
export const registrationHost = z.object({ host: z.string().trim().toLowerCase().max(253) })

/** Whether this is a tenant's own address, so that forms which come from there are of this console's own pages. */
export const signInHost = z.object({ known: z.boolean() })

export const registrationState = z.object({
  open: z.boolean(),
  /** Whom to ask otherwise, where the host is a tenant's. */
  contact: z.string().nullable(),
  /** Characters of a password, at least. */
  min_length: z.number().int().default(MIN_PASSWORD),
  /** Users of the demo network with their passwords, for its sign-in page. A real installation names none. */
  demo: z
    .array(z.object({ username: z.string(), password: z.string(), role: z.string() }))
    .max(10)
    .optional(),
  /** The path of the demo's share link, while it can be opened. */
  demo_share: z.string().max(200).optional(),
})

export const registrationForm = z.object({
  full_name: line(FEWEST, MOST),
  email: emailAddress,
  username: line(FEWEST, MOST),
  // Passwords of this product are longer than the specification's, and may be longer.
  password: z.string().min(MIN_PASSWORD).max(MAX_PASSWORD),
})

export const registrationBody = registrationForm
  .extend(registrationHost.shape)
  .extend({ language: z.enum(['en', 'ro', 'pt']).optional() })
