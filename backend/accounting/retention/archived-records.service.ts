/** Slot data and log lines of a sealed day into archives: no figure is made of them. */
import { sql, type RawBuilder } from 'kysely'
import { readWide, rowsAsTable } from '../../platform/db/bulk'
import type { ColumnType } from '../../platform/db/stored-as'
import type { Db } from '../../platform/db/database'
import { archivedColumns, type ArchivedRow } from './archive-file'
import type { SealedDay } from './archived-readings.service'
import type { ArchivedStream } from '../../platform/contract/archived-span'
import { storeArchive } from './storing.service'

export type RecordStream = Extract<ArchivedStream, 'slotdata' | 'logs'>

interface Kind {
  table: string
  key: Readonly<Record<string, ColumnType>>
  /** Rows of one archive: a row of slot data may have thirty thousand characters, a line five hundred. */
  most: number
  /** Of the row `r`: that nobody needs it where it is. */
  free: RawBuilder<boolean>
}

const ofMessage = (edits: string, at: string) =>
  sql`exists (select 1 from ${sql.table(edits)} e where e.smib_id = r.smib_id and e.${sql.ref(at)} = r.sent_at
    and e.message_seq_nr = r.message_seq_nr)`

const kinds: Readonly<Record<RecordStream, Kind>> = {
  slotdata: {
    table: 'slot_data',
    key: { smib_id: 'text', server_time: 'bigint', message_seq_nr: 'bigint', run: 'bigint' },
    most: 500,
    // The newest of a SMIB is what it knows of its slot; one of an edited message is put back when the edit is taken
    // back.
    free: sql<boolean>`exists (select 1 from slot_data n where n.smib_id = r.smib_id and n.server_time > r.server_time)
      and not ${ofMessage('message_edits', 'message_at')} and not ${ofMessage('ignored_messages', 'at')}`,
  },
  logs: {
    table: 'smib_logs',
    key: {
      smib_id: 'text',
      server_time: 'bigint',
      server_nano: 'bigint',
      message_seq_nr: 'bigint',
      line_nr: 'bigint',
      run: 'bigint',
    },
    most: 3_000,
    free: sql<boolean>`true`,
  },
}

export const recordStreams = Object.keys(kinds) as RecordStream[]

/**
 * In a transaction of its own. Answers how many went; throws where what is deleted would not be exactly what went into
 * the archive.
 */
export async function archiveRecords(
  db: Db,
  stream: RecordStream,
  place: SealedDay & { from: number },
  now: number,
): Promise<number> {
  const { table, key, most, free } = kinds[stream]
  const columns = sql.join(Object.keys(archivedColumns[stream]).map(name => sql.ref(`r.${name}`)))
  const rows = await readWide<ArchivedRow>(
    db,
    sql`select ${columns} from ${sql.table(table)} r where r.location_id = ${place.locationId}
      and (r.server_time > ${place.from} or (r.server_time = ${place.from} and r.server_nano > 0))
      and (r.server_time < ${place.to} or (r.server_time = ${place.to} and r.server_nano = 0))
      and ${free} order by r.server_time limit ${most}`,
  )
  if (rows.length === 0) return 0
  await storeArchive(db, place, stream, rows, now)
  const names = sql.join(Object.keys(key).map(name => sql.ref(name)))
  const { rows: gone } = await sql`delete from ${sql.table(table)} where (${names}) in (
    select ${names} from ${rowsAsTable(db, key, rows)}) returning message_seq_nr`.execute(db)
  if (gone.length !== rows.length) throw new Error('Records changed while they were archived')
  return rows.length
}
