/** Sends what waits: over SMTP, or into the outbox where no mail server is set up. */
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { sealOf } from '../../platform/secrets/sealed.service'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { appearanceChosenBy } from '../../platform/layered-settings/appearance.service'
import { nextTryAt, startDeliveries } from '../../platform/tasks/deliveries.service'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import type { Composed, Composers, MailsTable } from './mail.service'
import { signed } from './mail-texts.service'
import { keepFiles } from './mail-files.service'
import type { MailKind } from './mail.contract'
import { MailRefused, type SendMail } from './transport'

/** How long a process may take over one message before another tries; longer than the transport waits. Milliseconds. */
const LEASE_MS = 120_000
/**
 * An older e-mail is given up. Somebody who forgot their password has ordered another one by then, and each try would
 * make another link.
 */
const MOST_AGE_MS: Partial<Record<MailKind, number>> = {
  reset_password: 30 * MINUTE_MS,
  verify_email: 30 * MINUTE_MS,
}
const RETENTION_MS = 90 * DAY_MS
const EVERY_MS = 1_000
/** Before it is looked again whose messages wait: one that comes meanwhile waits for no more than these. */
const MOST_IN_A_ROW = 20
const FAILED = 'e-mail could not be looked after'

/** `send`: null without a mail server. */
export const startMail = (
  deps: Deps,
  composers: Composers,
  send: SendMail | null,
): { stop(): Promise<void> } =>
  startDeliveries(deps, {
    everyMs: EVERY_MS,
    failed: FAILED,
    async deliver(signal) {
      const some = () => deliverSome(deps, composers, send, { most: MOST_IN_A_ROW, signal })
      while (!signal.aborted && (await some()) > 0);
    },
    prune: () => pruneMails(deps, deps.clock()),
  })

/** Sends the message that has waited longest; false when none waits. Several processes may do it at once. */
export const deliverNext = async (
  deps: Deps,
  composers: Composers,
  send: SendMail | null,
): Promise<boolean> => (await deliverSome(deps, composers, send, { most: 1 })) > 0

async function deliverSome(
  deps: Deps,
  composers: Composers,
  send: SendMail | null,
  { most, signal }: { most: number; signal?: AbortSignal },
): Promise<number> {
  const tenants = await tenantsWith(deps.db, waitingSince(deps.clock()))
  return tenantByTenant(deps, tenants, {
    most,
    failed: FAILED,
    isOver: () => signal?.aborted === true,
    async work(tenant, share) {
      let sent = 0
      while (sent < share && !signal?.aborted && (await deliverNextOf(deps, tenant, composers, send))) sent++
      return sent
    },
  })
}

/** Each tenant's first e-mail is looked up: a flood of them is not read for every few that are sent. */
const waitingSince = (now: number) => sql<{ tenant_id: string }>`with recursive owners (tenant_id) as (
    select min(tenant_id) from mails where state = 'waiting'
    union all
    select (select min(m.tenant_id) from mails m where m.state = 'waiting' and m.tenant_id > owners.tenant_id)
    from owners where owners.tenant_id is not null)
  select m.tenant_id from owners join mails m on m.id = (select n.id from mails n
    where n.state = 'waiting' and n.tenant_id = owners.tenant_id and n.next_at <= ${now}
    order by n.next_at, n.id limit 1)
  order by m.next_at, m.id`

async function deliverNextOf(
  deps: Deps,
  tenant: string,
  composers: Composers,
  send: SendMail | null,
): Promise<boolean> {
  const now = deps.clock()
  const mail = await claim(deps.db, tenant, now)
  if (!mail) return false
  if (isTooOld(mail, now)) {
    await settle(deps, mail.id, { state: 'failed' })
    return true
  }
  let composed: Composed | null
  try {
    composed = await deps.db.transaction().execute(async db => {
      const written = await composers[mail.kind]({ deps, db, now }, mail)
      return written && signedByHouse(db, mail, written)
    })
  } catch (error) {
    // One message that cannot be written holds up no other.
    await failed(deps, mail, error)
    return true
  }
  if (composed === null) {
    await deps.db.deleteFrom('mails').where('id', '=', mail.id).execute()
    return true
  }
  if (send) await overSmtp(deps, mail, composed, send)
  else await intoOutbox(deps, mail, composed)
  return true
}

async function signedByHouse(db: Db, mail: MailsTable, written: Composed): Promise<Composed> {
  const { name } = await appearanceChosenBy(db, written.tenantId ?? mail.tenant_id)
  return { ...written, text: signed(written.text, mail.language, name) }
}

const isTooOld = ({ kind, created_at }: MailsTable, now: number): boolean =>
  now - created_at > (MOST_AGE_MS[kind] ?? Number.POSITIVE_INFINITY)

async function claim(db: Db, tenant: string, now: number): Promise<MailsTable | undefined> {
  const next = await db
    .selectFrom('mails')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  return db
    .updateTable('mails')
    .set(row => ({ next_at: now + LEASE_MS, attempts: row('attempts', '+', 1) }))
    .where('id', '=', next.id)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

async function overSmtp(deps: Deps, mail: MailsTable, composed: Composed, send: SendMail): Promise<void> {
  try {
    await send({ to: mail.address, ...composed })
  } catch (error) {
    await failed(deps, mail, error)
    return
  }
  await settle(deps, mail.id, { state: 'sent', problem: null, sent_at: deps.clock() })
  deps.log.info({ mail: mail.id, kind: mail.kind }, 'e-mail sent')
}

async function intoOutbox(deps: Deps, mail: MailsTable, composed: Composed): Promise<void> {
  const { seal } = await sealOf(deps)
  const { subject, text, attachments = [] } = composed
  const sealed = seal(JSON.stringify({ subject, text }))
  await deps.db.transaction().execute(async db => {
    await keepFiles(db, mail.id, attachments, deps.clock())
    await settle({ db, clock: deps.clock }, mail.id, { state: 'kept', sealed })
  })
  // Its text may hold a link that lets somebody in: the log says only that it is there.
  deps.log.info({ mail: mail.id, kind: mail.kind }, 'e-mail kept in the outbox: SMTP_URL is not set')
}

async function failed(deps: Deps, mail: MailsTable, error: unknown): Promise<void> {
  const next = nextTryAt(mail.attempts, deps.clock())
  const isFinal = next === null || isTooOld(mail, next) || (error instanceof MailRefused && error.isFinal)
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 300)
  await settle(deps, mail.id, {
    problem,
    ...(isFinal ? { state: 'failed' as const } : { next_at: next }),
  })
  deps.log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, err: error }, 'e-mail not sent')
}

const settle = (deps: Pick<Deps, 'db' | 'clock'>, id: string, change: Partial<MailsTable>) =>
  deps.db
    .updateTable('mails')
    .set({ ...change, updated_at: deps.clock() })
    .where('id', '=', id)
    .execute()

export async function pruneMails(deps: Pick<Deps, 'db' | 'log'>, now: number): Promise<void> {
  const before = now - RETENTION_MS
  const tenants = await tenantsWith(
    deps.db,
    sql`select distinct tenant_id from mails where created_at < ${before}`,
  )
  await tenantByTenant(deps, tenants, {
    failed: FAILED,
    async work(tenant) {
      await deps.db
        .deleteFrom('mail_files')
        .where('mail_id', 'in', mails =>
          mails
            .selectFrom('mails')
            .select('id')
            .where('tenant_id', '=', tenant)
            .where('created_at', '<', before),
        )
        .execute()
      const { numDeletedRows } = await deps.db
        .deleteFrom('mails')
        .where('tenant_id', '=', tenant)
        .where('created_at', '<', before)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  })
  await pruneLinks(deps.db, before)
}

const pruneLinks = (db: Db, before: number) =>
  db.deleteFrom('password_links').where('expires_at', '<', before).execute()
