/** Rows as a Parquet file: names and types as they are read from the database, identifiers in full, so that any program can read it years later. */
import { createHash } from 'node:crypto'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { ColumnType, Scalar } from '../db/bulk'
import { mainNames } from '../rawdata/meters.contract'
import type { ArchivedStream } from './archives.contract'

/** By name, as it is stored. `time`: epoch milliseconds, a timestamp in the file. */
type Columns = Readonly<Record<string, ColumnType | 'time'>>

const origin = { tenant_id: 'text', location_id: 'text', slot_id: 'text', smib_id: 'text' } as const
export const archivedColumns: Readonly<Record<ArchivedStream, Columns>> = {
  readings: {
    ...origin,
    gaming_day: 'text',
    server_time: 'time',
    server_nano: 'bigint',
    run: 'bigint',
    message_seq_nr: 'bigint',
    game_nr: 'bigint',
    currency: 'text',
    denomination_minor: 'bigint',
    held: 'text',
    repairs: 'text',
    ...Object.fromEntries(mainNames.map(name => [name, 'bigint' as const])),
    more: 'text',
  },
  messages: {
    ...origin,
    server_time: 'time',
    server_nano: 'bigint',
    own_time: 'time',
    received_at: 'time',
    run: 'bigint',
    message_seq_nr: 'bigint',
    event_seq_nr: 'bigint',
    kind: 'text',
    digest: 'text',
    event_count: 'bigint',
    counter_count: 'bigint',
  },
}

export type ArchivedRow = Readonly<Record<string, Scalar>>

const types = { text: 'STRING', bigint: 'INT64', time: 'TIMESTAMP' } as const

export function archiveFile(stream: ArchivedStream, rows: readonly ArchivedRow[]): Buffer {
  const valueOf = (value: Scalar | undefined, kind: Columns[string]) => {
    if (value === null || value === undefined) return null
    if (kind === 'text') return String(value)
    return kind === 'time' ? new Date(Number(value)) : BigInt(value)
  }
  return Buffer.from(
    parquetWriteBuffer({
      columnData: Object.entries(archivedColumns[stream]).map(([name, kind]) => ({
        name,
        type: types[kind],
        nullable: true,
        data: rows.map(row => valueOf(row[name], kind)),
      })),
    }),
  )
}

export const sha256Of = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')
