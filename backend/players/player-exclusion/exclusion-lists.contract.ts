/** Files of exclusions: how they are sent, and the report about them. */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { encoding } from '../../workflow/imports/encodings.contract'

export const MAX_LIST_ROWS = 100_000
/** A line of a client's file has some 150 bytes. */
export const MAX_LIST_BYTES = 24 * 1024 * 1024
/** So many lines are named of each sort; all of them are counted. */
export const MAX_NAMED = 100

export const listKind = z.enum(['national', 'clients'])
export type ListKind = z.output<typeof listKind>
export const listImportPaths: Readonly<Record<ListKind, string>> = {
  national: '/api/player-exclusion-processor/v1/onjn-exclusions-import',
  clients: '/api/player-exclusion-processor/v1/self-exclusions-import',
}

export const listImportQuery = z.object({
  tenant: id.optional(),
  /** `check` reads the file and writes nothing. */
  step: z.enum(['check', 'commit']).default('commit'),
  /** Where it is left out and the file's words do not tell: 422 `encoding_unclear` with both readings. */
  encoding: encoding.optional(),
})

/** Why a line does not identify its person: they are not excluded. */
export const wrongCode = z.enum(['hash_length', 'hash_digits', 'document'])
/** The parts of a line that could not be used, although its person is excluded all the same. */
export const warningCode = z.enum([
  'added_on',
  'from',
  'birth_date',
  'to',
  'date_order',
  'source',
  'removed',
  'repeated',
  'cnp',
  'cnp_hash',
])
/** Null before the file was committed. */
const count = z.number().int().nullable()
export const listImportAnswer = z.object({
  /** Lines that would keep somebody out and do not, since nobody can tell whom. */
  not_kept_out: z.number().int(),
  /** Lines of the file, without its header. */
  lines: z.number().int(),
  added: count,
  /** In force again, or ended, because the file says so. */
  changed: count,
  unchanged: count,
  /** Cancelled here before: a file does not bring them back. */
  cancelled: count,
  wrong: z.number().int(),
  wrong_lines: z.array(z.object({ line: z.number().int(), code: wrongCode })).max(MAX_NAMED),
  warnings: z.number().int(),
  warning_lines: z.array(z.object({ line: z.number().int(), code: warningCode })).max(MAX_NAMED),
})
export type ListImportAnswer = z.output<typeof listImportAnswer>
