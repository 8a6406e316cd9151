/** Which e-mails a person wants besides those that an account needs. */
import { z } from 'zod'

export const emailSettings = z.strictObject({
  /** Off, nothing is sent but what an account needs: links, codes, and that its password or address was changed. */
  email_notification: z.boolean(),
  /** Somebody signed in from a browser that had not been used before. */
  new_sign_in: z.boolean(),
})
export type EmailSettings = z.output<typeof emailSettings>
export const usualEmailSettings: EmailSettings = { email_notification: true, new_sign_in: true }
