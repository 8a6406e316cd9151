/** Shows that an address is somebody's: a code is sent there, and typed here. */
import { createHash, randomInt } from 'node:crypto'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { slowDown } from '../../platform/http/limiter'
import { zoneOf } from '../auth/account-notices.service'
import { momentText, textOf } from '../mail/mail-texts.service'
import { addressKey, languageOf, queueMail, type Compose } from '../mail/mail.service'
import { CODE_MS, CODE_WAIT_SECONDS } from './profile.contract'
import { ownRow } from './profile.service'

const MOST_ATTEMPTS = 5
/** None that is mistaken for another on paper or in speech. 31 to the power of 8 codes, five guesses. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Needs a transaction. Throws 422 without an address or for a verified one, 429 within a minute of the last. */
export async function sendCode(db: Db, actor: Actor, now: number): Promise<void> {
  const user = await ownRow(db, actor.id)
  if (user.email === null) throw invalidField('user_email', 'required')
  if (user.email_verified === 1) throw invalidField('user_email', 'verified')
  const last = await db
    .selectFrom('email_codes')
    .select('asked_at')
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  const wait = last ? last.asked_at + CODE_WAIT_SECONDS * 1_000 - now : 0
  if (wait > 0) throw slowDown(Math.ceil(wait / 1_000), 'code_wait')
  const address = addressKey(user.email)
  const row = { address, code_hash: null, asked_at: now, expires_at: now + CODE_MS, attempts: 0 }
  await db
    .insertInto('email_codes')
    .values({ user_id: actor.id, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  const language = await languageOf(db, user)
  await queueMail(
    db,
    { kind: 'verify_email', address, language, user: { id: user.id, tenantId: user.tenant_id } },
    now,
  )
}

/** Throws 422 on `Code`: code_wrong, code_expired. After five wrong ones another has to be sent. */
export async function verifyCode(deps: Deps, actor: Actor, typed: string): Promise<void> {
  const now = deps.clock()
  const hash = sha256(typed.toUpperCase().replace(/[^0-9A-Z]/g, ''))
  const code = await deps.db
    .selectFrom('email_codes')
    .selectAll()
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (!code || code.expires_at <= now || code.attempts >= MOST_ATTEMPTS)
    throw invalidField('Code', 'code_expired')
  if (code.code_hash !== hash) {
    await deps.db
      .updateTable('email_codes')
      .set(row => ({ attempts: row('attempts', '+', 1) }))
      .where('user_id', '=', actor.id)
      .execute()
    throw invalidField('Code', 'code_wrong')
  }
  await deps.db.transaction().execute(async tx => {
    const taken = await tx
      .deleteFrom('email_codes')
      .where('user_id', '=', actor.id)
      .where('code_hash', '=', hash)
      .returning('address')
      .executeTakeFirst()
    const user = await ownRow(tx, actor.id)
    if (!taken || user.email === null || addressKey(user.email) !== taken.address)
      throw invalidField('Code', 'code_expired')
    await tx
      .updateTable('users')
      .set(row => ({ email_verified: 1, version: row('version', '+', 1), updated_at: now }))
      .where('id', '=', actor.id)
      .execute()
    await recordChange(
      tx,
      actor,
      {
        entity: 'user',
        id: actor.id,
        tenantId: actor.tenantId,
        action: 'verify_email',
        before: { email_verified: 0 },
        after: { email_verified: 1, address: taken.address },
      },
      now,
    )
  })
}

/** The code is made when its e-mail is written, so that none waits in the queue. */
export const codeMail: Compose = async ({ db, now }, mail) => {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const row = await db
    .updateTable('email_codes')
    .set({ code_hash: sha256(code), expires_at: now + CODE_MS })
    .where('user_id', '=', mail.user_id)
    .where('address', '=', mail.address)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) return null
  const user = await ownRow(db, row.user_id)
  return textOf(mail.kind, mail.language, [
    {
      name: user.full_name || user.username,
      username: user.username,
      code: `${code.slice(0, 4)}-${code.slice(4)}`,
      until: momentText(now + CODE_MS, mail.language, await zoneOf(db, row.user_id)),
    },
  ])
}
