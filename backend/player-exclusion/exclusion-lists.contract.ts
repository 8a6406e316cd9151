/** Files of exclusions: how they are sent and what is told of them. */
import { z } from 'zod'
import { id } from '../contract/primitives'
import { encoding } from '../imports/encodings.contract'

export const MAX_LIST_ROWS = 100_000
/** A line of a client's file has some 150 bytes. */
export const MAX_LIST_BYTES = 24 * 1024 * 1024
/** So many wrong lines are named; all of them are counted. */
export const MAX_WRONG = 100

export const listKind = z.enum(['national', 'clients'])
export type ListKind = z.output<typeof listKind>
export const listImportPaths: Readonly<Record<ListKind, string>> = {
  national: '/api/player-exclusion-processor/v1/onjn-exclusions-import',
  clients: '/api/player-exclusion-processor/v1/self-exclusions-import',
}

export const listImportQuery = z.object({
  tenant: id.optional(),
  /** Where it is left out and the file's words do not tell: 422 `encoding_unclear` with both readings. */
  encoding: encoding.optional(),
})

export const wrongCode = z.enum([
  'hash_length',
  'hash_digits',
  'repeated',
  'date',
  'date_order',
  'future',
  'document',
  'source',
])
export const listImportAnswer = z.object({
  /** Lines of the file, without its header. */
  lines: z.number().int(),
  added: z.number().int(),
  /** In force again, or ended, because the file says so. */
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Cancelled here before: a file does not bring them back. */
  cancelled: z.number().int(),
  wrong: z.number().int(),
  wrong_lines: z.array(z.object({ line: z.number().int(), code: wrongCode })).max(MAX_WRONG),
})
export type ListImportAnswer = z.output<typeof listImportAnswer>
