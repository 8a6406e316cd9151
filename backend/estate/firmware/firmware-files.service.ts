/** Files of firmware: stored in pieces, and handed out to the SMIBs that were ordered to load them. */
import { createHash } from 'node:crypto'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { recordChange } from '../../platform/audit/audit.service'
import { foldWords } from '../../platform/contract/fold'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import { FIRMWARE_MEGABYTES } from '../../platform/layered-settings/general-settings.contract'
import { speaksFor, type Actor, type Scope } from '../../platform/request/actor'
import { MAX_FIRMWARE_BYTES } from './firmware-versions.contract'

/** Divisible by three, so that a piece's base64 has no filling. */
export const PIECE_BYTES = 192 * 1024

interface Upload {
  name: string
  notes: string | null
  tenant: string | null
  bytes: Uint8Array
}

/** In a transaction. Throws 422 for an empty file, one that is too large, a name that is taken. Answers its id. */
export async function storeFirmware(
  { db, actor, scope, now }: { db: Db; actor: Actor; scope: Scope; now: number },
  { name, notes, tenant: wanted, bytes }: Upload,
): Promise<string> {
  demandWhole(actor)
  const tenant = await tenantFor(db, scope, wanted)
  if (bytes.byteLength === 0) throw invalidField('file', 'no_file')
  const megabytes = await megabytesOf(db, tenant)
  if (bytes.byteLength > Math.min(megabytes * 1024 * 1024, MAX_FIRMWARE_BYTES))
    throw invalidField('file', 'file_too_large', { megabytes })
  const id = newId(now)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const size = bytes.byteLength
  // Of two uploads of one version at once the index lets the first through.
  const made = await db
    .insertInto('firmware_versions')
    .values({
      id,
      tenant_id: tenant,
      version: 1,
      search: foldWords([name, notes ?? '', sha256]),
      archived_at: null,
      created_at: now,
      updated_at: now,
      name,
      notes,
      sha256,
      size,
      uploaded_by: actor.name,
    })
    .onConflict(conflict => conflict.columns(['tenant_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw invalidField('name', 'taken')
  for (let nr = 0; nr * PIECE_BYTES < size; nr++)
    await db
      .insertInto('firmware_pieces')
      .values({
        tenant_id: tenant,
        firmware_id: id,
        nr,
        content: Buffer.from(bytes.subarray(nr * PIECE_BYTES, (nr + 1) * PIECE_BYTES)).toString('base64'),
      })
      .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'firmware-version',
      id,
      tenantId: tenant,
      action: 'create',
      before: null,
      after: { name, notes, sha256, size },
    },
    now,
  )
  return id
}

async function tenantFor(db: Db, scope: Scope, wanted: string | null): Promise<string> {
  const tenant = wanted ?? scope.tenantId
  if (tenant === null) throw invalidField('tenant', 'required')
  if (scope.tenantId !== null && tenant !== scope.tenantId) throw invalidField('tenant', 'unknown')
  const known = await db.selectFrom('tenants').select('id').where('id', '=', tenant).executeTakeFirst()
  if (!known) throw invalidField('tenant', 'unknown')
  return tenant
}

async function megabytesOf(db: Db, tenant: string): Promise<number> {
  const value = (await settingsHeldBy(db, { tenantId: null }, 'general-tenant', tenant))['firmware.max_mb']
    ?.value
  return typeof value === 'number' ? value : FIRMWARE_MEGABYTES
}

export interface FirmwareFile {
  id: string
  tenant_id: string
  size: number
  sha256: string
}

/**
 * The file that a command orders, for a sender who speaks for the SMIB that was given it. Throws 404 for any other,
 * and once the command is settled.
 */
export async function fileOfCommand(db: Db, scope: Scope, command: string): Promise<FirmwareFile> {
  const row = await db
    .selectFrom('machine_commands as c')
    .innerJoin('firmware_boards as b', 'b.command_id', 'c.id')
    .innerJoin('smibs as s', 's.id', 'c.smib_id')
    .innerJoin('firmware_versions as f', join =>
      join.onRef('f.id', '=', 'b.firmware_id').onRef('f.tenant_id', '=', 'c.tenant_id'),
    )
    .select(['f.id', 'f.tenant_id', 'f.size', 'f.sha256', 's.id as smib', 's.location_id'])
    .select('s.tenant_id as smib_tenant')
    .where('c.id', '=', command)
    .where('c.kind', '=', 'update_firmware')
    .where('c.state', 'in', ['sent', 'no_answer'])
    .$if(scope.tenantId !== null, query => query.where('c.tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!row || !speaksFor(scope, { id: row.smib, tenant_id: row.smib_tenant, location_id: row.location_id }))
    throw new Problem(404, 'not_found', { message: 'No such order of firmware for a SMIB of this sender' })
  return { id: row.id, tenant_id: row.tenant_id, size: Number(row.size), sha256: row.sha256 }
}

/** Bytes `from` to `to`, both included. Only the pieces that hold them are read. */
export async function bytesOf(db: Db, file: FirmwareFile, from: number, to: number): Promise<Buffer> {
  const first = Math.floor(from / PIECE_BYTES)
  const rows = await db
    .selectFrom('firmware_pieces')
    .select('content')
    .where('tenant_id', '=', file.tenant_id)
    .where('firmware_id', '=', file.id)
    .where('nr', '>=', first)
    .where('nr', '<=', Math.floor(to / PIECE_BYTES))
    .orderBy('nr')
    .execute()
  const start = first * PIECE_BYTES
  return Buffer.concat(rows.map(({ content }) => Buffer.from(content, 'base64'))).subarray(
    from - start,
    to + 1 - start,
  )
}
