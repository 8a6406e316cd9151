/** E-mail: what is sent, and how far it has come. */
import { z } from 'zod'

export const mailKind = z.enum(['reset_password', 'first_password', 'password_changed'])
export type MailKind = z.infer<typeof mailKind>

/** `kept`: no mail server is set up, so it stays in the outbox (ruling 17). */
export const mailState = z.enum(['waiting', 'sent', 'failed', 'kept'])
export type MailState = z.infer<typeof mailState>

export const mailLanguage = z.enum(['en', 'ro', 'pt'])
export type MailLanguage = z.infer<typeof mailLanguage>
