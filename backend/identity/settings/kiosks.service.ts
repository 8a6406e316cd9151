import { HOUR_MS } from '../../platform/contract/durations'
import { createHash, randomBytes } from 'node:crypto'
import { recordChange } from '../../platform/audit/audit.service'
import { limitFamily } from '../auth/token-family.service'
import { sessionLimitsOf } from '../../platform/layered-settings/session-limits.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { BackendEnv } from '../../platform/env'
import { scopeOf, type Actor } from '../../platform/request/actor'
import type { Kiosk, KioskInput, SessionLimits } from '../../platform/contract/kiosks.contract'
import type { KiosksTable } from './settings.table'

const MOST_KIOSKS = 500

export async function kiosksOf(db: Db, actor: Actor): Promise<Kiosk[]> {
  return (await visible(db, actor).orderBy('name').orderBy('id').limit(MOST_KIOSKS).execute()).map(kioskOf)
}

/** The secret goes into the device's cookie and is stored nowhere. */
export async function createKiosk(
  db: Db,
  actor: Actor,
  input: KioskInput,
  now: number,
): Promise<{ kiosk: Kiosk; secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  const row: KiosksTable = {
    id: newId(now),
    tenant_id: actor.tenantId,
    ...input,
    secret_hash: sha256(secret),
    created_at: now,
    updated_at: now,
    last_used_at: null,
  }
  await db.insertInto('kiosks').values(row).execute()
  await record(db, actor, 'create', null, row, now)
  return { kiosk: kioskOf(row), secret }
}

/** Holds for sign-ins from now on. Throws 404 for a kiosk that is not the caller's to see. */
export async function changeKiosk(
  db: Db,
  actor: Actor,
  id: string,
  input: KioskInput,
  now: number,
): Promise<Kiosk> {
  const before = await oneOf(db, actor, id)
  const after = { ...before, ...input, updated_at: now }
  await db
    .updateTable('kiosks')
    .set({ ...input, updated_at: now })
    .where('id', '=', id)
    .execute()
  await record(db, actor, 'update', before, after, now)
  return kioskOf(after)
}

export async function deleteKiosk(db: Db, actor: Actor, id: string, now: number): Promise<void> {
  const before = await oneOf(db, actor, id)
  await db.deleteFrom('kiosks').where('id', '=', id).execute()
  await record(db, actor, 'delete', before, null, now)
}

/**
 * The limits of a sign-in on this device, put on its tokens at once. A tenant's kiosk never keeps somebody else's
 * people signed in for longer than their own tenant or the system does: its administrator has no say over them. Throws
 * 404 for a device that is no kiosk (any more).
 */
export async function startOnKiosk(
  db: Db,
  actor: Actor,
  env: BackendEnv,
  secret: string,
  now: number,
): Promise<SessionLimits & { _id: string; name: string }> {
  const row = await db
    .selectFrom('kiosks')
    .selectAll()
    .where('secret_hash', '=', sha256(secret))
    .executeTakeFirst()
  if (!row || actor.sessionId === undefined) throw notHere()
  const theirs = await sessionLimitsOf(db, actor.tenantId)
  const owned = row.tenant_id === SYSTEM_TENANT || row.tenant_id === actor.tenantId
  const limits = owned
    ? row
    : {
        idle_minutes: Math.min(row.idle_minutes, theirs.idle_minutes ?? env.sessionIdleMinutes),
        absolute_hours: Math.min(row.absolute_hours, theirs.absolute_hours ?? env.sessionAbsoluteHours),
      }
  await limitFamily(db, actor.sessionId, limits.absolute_hours * HOUR_MS)
  await db.updateTable('kiosks').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return {
    _id: row.id,
    name: row.name,
    idle_minutes: limits.idle_minutes,
    absolute_hours: limits.absolute_hours,
  }
}

function visible(db: Db, actor: Actor) {
  const { tenantId } = scopeOf(actor)
  const all = db.selectFrom('kiosks').selectAll()
  return tenantId === null ? all : all.where('tenant_id', '=', tenantId)
}

async function oneOf(db: Db, actor: Actor, id: string): Promise<KiosksTable> {
  const row = await visible(db, actor).where('id', '=', id).executeTakeFirst()
  if (!row) throw notHere()
  return row
}

const kioskOf = ({
  id,
  tenant_id,
  name,
  idle_minutes,
  absolute_hours,
  created_at,
  last_used_at,
}: KiosksTable): Kiosk => ({
  _id: id,
  tenant_id,
  name,
  idle_minutes,
  absolute_hours,
  created_at,
  last_used_at,
})

const auditValues = (row: KiosksTable | null) =>
  row && { name: row.name, idle_minutes: row.idle_minutes, absolute_hours: row.absolute_hours }

function record(
  db: Db,
  actor: Actor,
  action: string,
  before: KiosksTable | null,
  after: KiosksTable | null,
  at: number,
): Promise<void> {
  const row = after ?? before
  return recordChange(
    db,
    actor,
    {
      entity: 'kiosk',
      id: row?.id ?? '',
      tenantId: row?.tenant_id ?? actor.tenantId,
      action,
      before: auditValues(before),
      after: auditValues(after),
    },
    at,
  )
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const notHere = () => new Problem(404, 'not_found', { message: 'No such kiosk' })
