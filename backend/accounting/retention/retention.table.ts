import type { TenantRecord } from '../../platform/db/tables'
import type { ArchivedStream } from '../../platform/contract/archived-span'

/** A Parquet file of raw rows that are in their tables no more. Never changed. */
interface RawArchivesTable extends TenantRecord {
  location_id: string
  /** The gaming day that was archived. What had to stay when its own day was may be in a later day's file. */
  day: string
  stream: ArchivedStream
  /** From 1: a day of many rows is several files. */
  part: number
  rows: number
  bytes: number
  /** Of the file, in hexadecimal; the audit log has it, too. */
  sha256: string
  /** The first and the last row's time. */
  from_at: number
  to_at: number
}

/** The file, in base64. */
interface RawArchivePiecesTable {
  archive_id: string
  tenant_id: string
  nr: number
  content: string
}

/** A gaming day that was gone through to its end. */
interface RawArchiveDaysTable {
  location_id: string
  day: string
  tenant_id: string
  readings: number
  messages: number
  finished_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    raw_archives: RawArchivesTable
    raw_archive_pieces: RawArchivePiecesTable
    raw_archive_days: RawArchiveDaysTable
  }
}
