/**
 * An archive is written in the transaction that takes its rows out of their table: no row is ever in neither, and none
 * in both.
 */
import { recordChange } from '../../platform/audit/audit.service'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { systemActor } from '../../platform/request/actor'
import { archiveFile, sha256Of, type ArchivedRow } from './archive-file'
import type { ArchivedStream } from '../../platform/contract/archived-span'

/** Characters of base64 in one row. */
const PIECE = 262_144

export interface ArchivedDay {
  tenantId: string
  locationId: string
  day: string
}

/** In a transaction. Answers the archive's id; the audit log has its hash. */
export async function storeArchive(
  db: Db,
  { tenantId, locationId, day }: ArchivedDay,
  stream: ArchivedStream,
  rows: readonly ArchivedRow[],
  now: number,
): Promise<string> {
  const file = await archiveFile(stream, rows)
  const sha256 = sha256Of(file)
  const { parts } = await db
    .selectFrom('raw_archives')
    .select(({ fn }) => fn.countAll<number>().as('parts'))
    .where('location_id', '=', locationId)
    .where('day', '=', day)
    .where('stream', '=', stream)
    .executeTakeFirstOrThrow()
  const times = rows.map(row => Number(row.server_time))
  const id = newId(now)
  const facts = {
    day,
    stream,
    part: Number(parts) + 1,
    rows: rows.length,
    bytes: file.length,
    sha256,
    from_at: times.reduce((first, one) => Math.min(first, one), Infinity),
    to_at: times.reduce((last, one) => Math.max(last, one), 0),
  }
  await db
    .insertInto('raw_archives')
    .values({
      id,
      tenant_id: tenantId,
      location_id: locationId,
      ...facts,
      version: 1,
      search: sha256,
      archived_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const text = file.toString('base64')
  await insertMany(
    db,
    'raw_archive_pieces',
    { archive_id: 'text', tenant_id: 'text', nr: 'bigint', content: 'text' },
    Array.from({ length: Math.ceil(text.length / PIECE) }, (_, nr) => ({
      archive_id: id,
      tenant_id: tenantId,
      nr,
      content: text.slice(nr * PIECE, (nr + 1) * PIECE),
    })),
  )
  await recordChange(
    db,
    systemActor,
    {
      entity: 'raw_archive',
      id,
      tenantId,
      action: 'retention',
      before: null,
      after: { location: locationId, ...facts },
    },
    now,
  )
  return id
}
