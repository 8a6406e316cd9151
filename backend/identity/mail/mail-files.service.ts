/**
 * Files of e-mails that stay in the outbox. Together they take a bounded place: the oldest give way, their texts stay.
 */
import type { Db } from '../../platform/db/database'
import type { Attachment } from './mail.service'
import { MOST_MAIL_FILES, type MailFile } from './mail.contract'

/** Bytes of all files together. A day's report of a hundred locations in two formats is some 20 MB. */
const MAX_STORED_BYTES = 256 * 1024 * 1024

/** In a transaction. An e-mail that is put in a second time has its files already. */
export async function keepFiles(
  db: Db,
  mailId: string,
  files: readonly Attachment[],
  now: number,
  maxBytes = MAX_STORED_BYTES,
): Promise<void> {
  if (files.length === 0) return
  await makeRoom(db, mailId, maxBytes - files.reduce((sum, { bytes }) => sum + bytes.length, 0))
  await db
    .insertInto('mail_files')
    .values(
      files.slice(0, MOST_MAIL_FILES).map(({ name, type, bytes }, nr) => ({
        mail_id: mailId,
        nr,
        name,
        type,
        content: Buffer.from(bytes).toString('base64'),
        size: bytes.length,
        created_at: now,
      })),
    )
    .onConflict(on => on.columns(['mail_id', 'nr']).doNothing())
    .execute()
}

/** Of other e-mails, what is beyond `most` bytes gives way, an e-mail's files together. */
async function makeRoom(db: Db, mailId: string, most: number): Promise<void> {
  const stored = await db
    .selectFrom('mail_files')
    .select(row => ['mail_id', row.fn.sum('size').as('size'), row.fn.min('created_at').as('at')])
    .where('mail_id', '<>', mailId)
    .groupBy('mail_id')
    .orderBy('at', 'desc')
    .orderBy('mail_id')
    .execute()
  let sum = 0
  const gone = stored.filter(({ size }) => (sum += Number(size)) > most).map(({ mail_id }) => mail_id)
  for (let at = 0; at < gone.length; at += 500)
    await db
      .deleteFrom('mail_files')
      .where('mail_id', 'in', gone.slice(at, at + 500))
      .execute()
}

export const filesOf = async (db: Db, mailId: string): Promise<MailFile[]> =>
  (
    await db
      .selectFrom('mail_files')
      .select(['nr', 'name', 'size'])
      .where('mail_id', '=', mailId)
      .orderBy('nr')
      .execute()
  ).map(({ nr, name, size }) => ({ nr: Number(nr), name, size: Number(size) }))

export const fileOf = (db: Db, mailId: string, nr: number) =>
  db
    .selectFrom('mail_files')
    .select(['name', 'type', 'content'])
    .where('mail_id', '=', mailId)
    .where('nr', '=', nr)
    .executeTakeFirst()
