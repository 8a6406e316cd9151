/**
 * Messages of a sealed day into an archive. Of each the beginning of its digest stays: with it one that is sent again
 * is known.
 */
import { sql } from 'kysely'
import { insertMany, readWide, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { ArchivedDigestsTable } from '../../telemetry/readings/rawdata.table'
import { DIGEST_CHARS } from '../../telemetry/ingestion/replays'
import { archivedColumns, type ArchivedRow } from './archive-file'
import type { SealedDay } from './archived-readings.service'
import { storeArchive } from './storing.service'

/** Rows of one archive. */
const MOST = 3_000

type Row = ArchivedRow & { smib_id: string; server_time: number; digest: string }

/**
 * In a transaction of its own. Answers how many went. Messages stay that somebody ignores or edits, and those booked
 * at another time than their own:
 * sent again, such a message would come with a time of now, and only its row says that it was received before.
 */
export async function archiveMessages(
  db: Db,
  place: SealedDay & { from: number },
  now: number,
): Promise<number> {
  const columns = sql.join(Object.keys(archivedColumns.messages).map(name => sql.ref(`m.${name}`)))
  const ofIt = (edits: string, at: string) =>
    sql`not exists (select 1 from ${sql.table(edits)} e where e.smib_id = m.smib_id and e.${sql.ref(at)} = m.server_time
      and e.message_seq_nr = m.message_seq_nr)`
  const rows = await readWide<Row>(
    db,
    sql`select ${columns} from messages m where m.location_nr = ${numberOf(place.locationId)}
      and (m.server_time > ${place.from} or (m.server_time = ${place.from} and m.server_nano > 0))
      and (m.server_time < ${place.to} or (m.server_time = ${place.to} and m.server_nano = 0))
      and m.own_time is null and ${ofIt('ignored_messages', 'at')} and ${ofIt('message_edits', 'message_at')}
      order by m.server_time limit ${MOST}`,
  )
  if (rows.length === 0) return 0
  const archive = await storeArchive(db, place, 'messages', rows, now)
  await insertMany(
    db,
    'archived_digests',
    {
      smib_id: 'text',
      to_at: 'bigint',
      archive_id: 'text',
      tenant_id: 'text',
      from_at: 'bigint',
      digests: 'text',
    },
    digestsOf(rows, { archive_id: archive, tenant_id: place.tenantId }),
  )
  await remove(db, rows)
  return rows.length
}

function digestsOf(
  rows: readonly Row[],
  of: Pick<ArchivedDigestsTable, 'archive_id' | 'tenant_id'>,
): ArchivedDigestsTable[] {
  const found = new Map<string, ArchivedDigestsTable>()
  for (const { smib_id, server_time: at, digest } of rows) {
    const known = found.get(smib_id) ?? { ...of, smib_id, from_at: at, to_at: at, digests: '' }
    found.set(smib_id, {
      ...known,
      from_at: Math.min(known.from_at, at),
      to_at: Math.max(known.to_at, at),
      digests: known.digests + digest.slice(0, DIGEST_CHARS),
    })
  }
  return [...found.values()]
}

const key = {
  server_time: 'bigint',
  server_nano: 'bigint',
  message_seq_nr: 'bigint',
  run: 'bigint',
} as const

/** Throws where it would not be exactly what went into the archive. */
async function remove(db: Db, drop: readonly Row[]): Promise<void> {
  const { rows } = await sql<{ nr: number }>`delete from stored_messages
    where (smib_nr, server_time, server_nano, message_seq_nr, run) in (
      select (select nr from short_ids where id = b.smib_id), b.server_time, b.server_nano, b.message_seq_nr, b.run
      from ${rowsAsTable(db, { smib_id: 'text', ...key }, drop as never)}) returning smib_nr as nr`.execute(
    db,
  )
  if (rows.length !== drop.length) throw new Error('Messages changed while they were archived')
}
