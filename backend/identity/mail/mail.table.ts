import type { MailKind, MailLanguage, MailState } from './mail.contract'

/** One message. What it says is put together when it is sent, so that no token waits in a queue. */
export interface MailsTable {
  id: string
  /** Of the person it is for; SYSTEM_TENANT where nobody is known by the address yet. */
  tenant_id: string
  user_id: string | null
  kind: MailKind
  address: string
  language: MailLanguage
  /** JSON: what the text names. Nothing secret. */
  data: string
  state: MailState
  attempts: number
  /** When it is tried next; while it is being sent, when somebody else may try. */
  next_at: number
  /** What the mail server answered last. */
  problem: string | null
  /** The text, encrypted, where no mail server is set up: the outbox is then the only way to read it. */
  sealed: string | null
  /** Folded text for contains-search. */
  search: string
  created_at: number
  updated_at: number
  sent_at: number | null
  /** As every entity's. E-mails are neither changed nor archived by people. */
  version: number
  archived_at: number | null
}

/** Files of an e-mail that is stored for want of a mail server. */
interface MailFilesTable {
  mail_id: string
  nr: number
  name: string
  type: string
  /** Base64. */
  content: string
  /** Bytes. */
  size: number
  created_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    mails: MailsTable
    mail_files: MailFilesTable
  }
}
