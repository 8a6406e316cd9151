/**
 * How long a user name, an e-mail address and a full name are, wherever one is given: the specification's 3 to 50
 * (section 9).
 */
import { z } from 'zod'

export const FEWEST = 3
export const MOST = 50

export const emailAddress = z
  .string()
  .trim()
  .min(FEWEST)
  .max(MOST)
  .pipe(z.email({ error: 'email' }))
