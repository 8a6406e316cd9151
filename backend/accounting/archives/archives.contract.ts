/**
 * Raw rows of sealed days that are in their tables no more: Parquet files, with what shows that nobody has changed
 * them.
 */
import { archivedStreams } from '../../platform/contract/archived-span'
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, reference, isoDay } from '../../platform/contract/primitives'

/**
 * `intact`: the file has the hash that its row and the audit log have. `unlogged`: the audit log has no entry for it.
 */
export const archiveVerdicts = ['intact', 'altered', 'unlogged'] as const
export type ArchiveVerdict = (typeof archiveVerdicts)[number]

const count = z.number().int()
const row = z.object({
  _id: id,
  version: count,
  tenant: reference.nullable(),
  location: reference,
  day: isoDay,
  stream: z.enum(archivedStreams),
  part: count,
  rows: count,
  bytes: count,
  sha256: z.string(),
  from_at: instant,
  to_at: instant,
  /** Of one archive; null in a list. */
  verdict: z.enum(archiveVerdicts).nullable(),
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
})

export const rawArchivesContract = defineContract({
  family: 'rawdata',
  one: 'raw-archive',
  many: 'raw-archives',
  row,
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, stream: z.enum(archivedStreams), day: isoDay }),
  sort: ['day', 'rows', 'bytes', 'created_at', 'location', 'stream', 'part'],
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: {},
})

/** What is said of a day or a period whose rows are in archives. */
export const archivedDay = z.object({ files: count, rows: count, at: instant })
export type ArchivedDay = z.output<typeof archivedDay>

/** Base64 of one piece of the file, from 0; `pieces`: how many there are. */
export const archivePiece = z.object({ content: z.string(), pieces: count })

export const archiveFilePermission = { all: ['slot::get', 'data_export::create'] } as const
