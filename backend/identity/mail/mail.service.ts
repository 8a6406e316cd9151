/** Queues an e-mail in the transaction of the change that it is about, so that neither is stored without the other. */
import { foldWords } from '../../platform/contract/fold'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import { readChoice } from '../preferences/preferences.service'
import { mailLanguage, type MailKind, type MailLanguage } from './mail.contract'
import type { MailsTable } from './mail.table'

export type { MailKind, MailLanguage } from './mail.contract'
export type { MailsTable } from './mail.table'

export interface NewMail {
  kind: MailKind
  address: string
  language: MailLanguage
  /** None: whoever the address turns out to belong to. */
  user?: { id: string; tenantId: string } | undefined
  /** What the text names. Nothing secret: it is stored as it is. */
  data?: Readonly<Record<string, string | number>>
}

export async function queueMail(db: Db, mail: NewMail, now: number): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id: newId(now),
      tenant_id: mail.user?.tenantId ?? SYSTEM_TENANT,
      user_id: mail.user?.id ?? null,
      kind: mail.kind,
      address: mail.address,
      language: mail.language,
      data: JSON.stringify(mail.data ?? {}),
      state: 'waiting',
      attempts: 0,
      next_at: now,
      problem: null,
      sealed: null,
      search: foldWords([mail.address]),
      created_at: now,
      updated_at: now,
      sent_at: null,
      version: 1,
      archived_at: null,
    })
    .execute()
}

/**
 * How many of this kind were queued for an address since `since`; those for addresses that nobody has leave nothing
 * behind.
 */
export async function mailsTo(db: Db, kind: MailKind, address: string, since: number): Promise<number> {
  const { total } = await db
    .selectFrom('mails')
    .select(row => row.fn.countAll<number>().as('total'))
    .where('kind', '=', kind)
    .where('address', '=', address)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The language somebody reads: their choice, then what their record says, then `otherwise` (ruling 27). */
export async function languageOf(
  db: Db,
  user: { id: string; language: string | null },
  otherwise: MailLanguage = 'en',
): Promise<MailLanguage> {
  const chosen = (await readChoice(db, user.id, 'preferences')) as { language?: unknown } | undefined
  const read = mailLanguage.safeParse(chosen?.language ?? user.language)
  return read.success ? read.data : otherwise
}

/**
 * An address as it is compared: addresses are ASCII (`z.email`), and no mail server tells their letters apart by case.
 */
export const addressKey = (address: string): string => address.trim().toLowerCase()

export interface Attachment {
  name: string
  type: string
  bytes: Uint8Array
}

export interface Composed {
  subject: string
  text: string
  /** Whose people it is for, where the message was queued for nobody that is known. */
  tenantId?: string
  /** Bounded by whoever makes them: a mail server takes some 10 MB. */
  attachments?: readonly Attachment[]
}

/**
 * Writes a message when it is about to be sent. It runs in a transaction and may make what the text hands out, such as
 * a link; null when there is nobody to write to, and then the message leaves no trace.
 */
export type Compose = (
  context: { deps: Deps; db: Db; now: number },
  mail: MailsTable,
) => Promise<Composed | null>

export type Composers = { readonly [Kind in MailKind]: Compose }
