/** E-mail: what is sent, and how far it has come. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, reference, recordRow } from '../../platform/contract/primitives'

export const mailKind = z.enum([
  'reset_password',
  'first_password',
  'password_changed',
  'verify_email',
  'email_changed',
  'new_sign_in',
  'second_factor_on',
  'second_factor_off',
  'app_added',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'push_browser_added',
  'identity_tied',
  'registration_received',
  'registration_refused',
  'registration_request',
  'notifications',
  'fiscal_report',
  'fiscal_report_waits',
  'fiscal_report_not_sealed',
])
export type MailKind = z.infer<typeof mailKind>

/** `kept`: no mail server is set up, so it stays in the outbox (ruling 17). */
export const mailState = z.enum(['waiting', 'sent', 'failed', 'kept'])
export type MailState = z.infer<typeof mailState>

export const mailLanguage = z.enum(['en', 'ro', 'pt'])
export type MailLanguage = z.infer<typeof mailLanguage>

/**
 * E-mails that are on their way, sent, given up, or stored for want of a mail server. Only administrators of the whole
 * installation read them, since a text may hold a link that lets somebody in.
 */
export const mailsContract = defineContract({
  family: 'mail',
  one: 'mail',
  many: 'mails',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    tenant: reference.nullable(),
    /** Null: whoever the address belongs to. */
    user: reference.nullable(),
    kind: mailKind,
    address: z.string(),
    language: mailLanguage,
    state: mailState,
    attempts: z.number().int(),
    /** Of one that waits. */
    next_at: instant.nullable(),
    problem: z.string().nullable(),
    sent_at: instant.nullable(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, kind: mailKind, state: mailState }),
  sort: ['address', 'created_at', 'updated_at'],
  permissions: { list: 'mail::list', read: 'mail::list' },
  actions: {
    show: { permission: 'mail::read', path: '/api/mail/v1/mail-show', input: z.object({}) },
  },
  reveals: ['show'],
})

/** Most files of a stored e-mail, which are read by their number. A week's reports of a location are fewer. */
export const MOST_MAIL_FILES = 64
const mailFile = z.object({ nr: z.number().int(), name: z.string(), size: z.number().int() })
export type MailFile = z.output<typeof mailFile>
export const mailFiles = z.object({ files: z.array(mailFile) })
export const mailFilesPath = (mail: string) => `/api/mail/v1/mail/${mail}/files`

/** Handed out by a POST: that somebody took it is in the audit log. */
export const mailFilePath = '/api/mail/v1/mail-file'
export const mailFileInput = z.strictObject({ mail: id, nr: z.number().int().min(0).max(MOST_MAIL_FILES) })
export const mailFileAnswer = z.object({
  /** `content`: base64. */
  file: z.object({ name: z.string(), type: z.string(), content: z.string() }).nullable(),
})
