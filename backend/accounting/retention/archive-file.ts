/**
 * Rows as a Parquet file: names and types as they are read from the database, identifiers in full, so that any program
 * can read it years later.
 */
import { createHash } from 'node:crypto'
import { parquetSchema } from '../../platform/contract/parquet-schema'
import type { ColumnType, Scalar } from '../../platform/db/stored-as'
import { breathe } from '../../platform/process/breathe'
import { mainNames } from '../../telemetry/readings/meters.contract'
import type { ArchivedStream } from '../../platform/contract/archived-span'

/** By name, as it is stored. `time`: epoch milliseconds, a timestamp in the file; `day`: `2026-11-20`, a date. */
type Columns = Readonly<Record<string, ColumnType | 'time' | 'day'>>

const origin = { tenant_id: 'text', location_id: 'text', slot_id: 'text', smib_id: 'text' } as const
export const archivedColumns: Readonly<Record<ArchivedStream, Columns>> = {
  readings: {
    ...origin,
    gaming_day: 'day',
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
  events: {
    id: 'text',
    ...origin,
    server_time: 'time',
    server_nano: 'bigint',
    received_at: 'time',
    run: 'bigint',
    message_seq_nr: 'bigint',
    event_seq_nr: 'bigint',
    code: 'text',
    category: 'text',
    severity: 'text',
    data: 'text',
  },
  slotdata: {
    ...origin,
    server_time: 'time',
    server_nano: 'bigint',
    sent_at: 'time',
    run: 'bigint',
    message_seq_nr: 'bigint',
    data: 'text',
  },
  logs: {
    ...origin,
    server_time: 'time',
    server_nano: 'bigint',
    received_at: 'time',
    run: 'bigint',
    message_seq_nr: 'bigint',
    line_nr: 'bigint',
    level: 'text',
    source: 'text',
    text: 'text',
  },
}

export type ArchivedRow = Readonly<Record<string, Scalar>>

const types = { text: 'STRING', bigint: 'INT64', time: 'TIMESTAMP', day: 'DATE' } as const

/** Rows that are encoded at once: others wait no longer than for these. */
const GROUP_ROWS = 400

export async function archiveFile(stream: ArchivedStream, rows: readonly ArchivedRow[]): Promise<Buffer> {
  const columns = Object.entries(archivedColumns[stream])
  const valueOf = (value: Scalar | undefined, kind: Columns[string]) => {
    if (value === null || value === undefined) return null
    if (kind === 'text') return String(value)
    if (kind === 'day') return new Date(`${value}T00:00:00Z`)
    return kind === 'time' ? new Date(Number(value)) : BigInt(value)
  }
  const { ByteWriter, parquetWriteRows } = await import('hyparquet-writer')
  const flush = async () => void (await breathe())
  const writer = Object.assign(new ByteWriter(), { flush, finish: flush })
  await parquetWriteRows({
    writer,
    rows: rows.map(row =>
      Object.fromEntries(columns.map(([name, kind]) => [name, valueOf(row[name], kind)])),
    ),
    columns: columns.map(([name]) => ({ name })),
    schema: parquetSchema(columns.map(([name, kind]) => ({ name, type: types[kind] }))),
    rowGroupSize: GROUP_ROWS,
    createdBy: 'back-office-console',
  })
  return Buffer.from(writer.getBytes())
}

export const sha256Of = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')
