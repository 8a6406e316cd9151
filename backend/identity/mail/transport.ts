/** SMTP. A failure that may pass is tried again, a refusal for good is not. */
import type { BackendEnv } from '../../platform/env'
import type { Attachment } from './mail.service'

export interface Message {
  to: string
  subject: string
  text: string
  attachments?: readonly Attachment[]
}
export type SendMail = (message: Message) => Promise<void>

export class MailRefused extends Error {
  /** The server will never take it: an address that does not exist. */
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/** Null without SMTP_URL. */
export function smtpTransport({
  smtpUrl,
  mailFrom,
}: Pick<BackendEnv, 'smtpUrl' | 'mailFrom'>): SendMail | null {
  if (smtpUrl === undefined) return null
  // One connection at a time stays open for several messages, and none waits for ever.
  const made = async () =>
    (await import('nodemailer')).createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 1,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 45_000,
      // Nothing that a text names is ever read from this machine or fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let transport: ReturnType<typeof made> | undefined
  return async ({ to, subject, text, attachments = [] }) => {
    try {
      await (
        await (transport ??= made())
      ).sendMail({
        from: mailFrom,
        to: { name: '', address: to },
        subject,
        text,
        attachments: attachments.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        })),
        // Out-of-office answers to a link would only clutter somebody's inbox.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      const { responseCode, message } = error as { responseCode?: unknown; message?: unknown }
      const final = typeof responseCode === 'number' && responseCode >= 550 && responseCode <= 554
      throw new MailRefused(typeof message === 'string' ? message : 'The mail server refused', final)
    }
  }
}
