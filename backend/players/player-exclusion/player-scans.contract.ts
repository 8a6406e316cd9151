/** The door's questions and answers, one row a scan. */
import { HOUR_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, line, reference } from '../../platform/contract/primitives'
import { documentType, entityRow, exclusionList } from './person.contract'

/** manager: the door could not tell, so somebody who may decides. */
export const doorAnswer = z.enum(['allow', 'deny', 'manager'])
export const doorCause = z.enum([
  'clear',
  'excluded',
  'national',
  'blacklisted',
  'minor',
  'age_unknown',
  'unreadable',
])

export const playerScansContract = defineContract({
  ...exclusionList,
  one: 'player_scan',
  many: 'player_scans',
  paths: { list: 'player-scans', get: 'player-scan' },
  row: z.object({
    ...entityRow,
    location: reference,
    player: reference.nullable(),
    document_type: documentType.nullable(),
    document: z.string().nullable(),
    answer: doorAnswer,
    cause: doorCause,
    /** The words that the reader saw. */
    shown: z.string(),
    list_as_of: instant.nullable(),
    device: z.string().nullable(),
    operator_name: z.string(),
    took_ms: z.number().int(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, player: id, answer: doorAnswer, cause: doorCause }),
  aliases: { location_id: 'location' },
  sort: ['created_at', 'updated_at'],
  permissions: { list: 'pe_scan::list_player_scans', read: 'pe_scan::list_player_scans' },
  actions: {},
})

/** The door's question, and everything in its answer. */
export const scanInput = z.strictObject({
  location: id,
  document_type: documentType.default('cnp'),
  number: z.string().max(80),
  device: line(0, 60).optional(),
  /** The language of the page that shows the answer: its words are stored with the scan. */
  language: z.enum(['en', 'ro', 'pt']).default('en'),
})
export const scanAnswer = z.object({
  answer: doorAnswer,
  /** Why the number could not be read or says no age: about what was typed, never about the person. */
  fault: z.string().nullable(),
  scanned_at: instant,
  /** The national list is older than it should be. */
  is_stale: z.boolean(),
  list_as_of: instant.nullable(),
})
export const doorState = z.object({ is_stale: z.boolean(), list_as_of: instant.nullable() })
/** After so long without another list, the door says so: ONJN's changes count from the next day on. Milliseconds. */
export const STALE_MS = 48 * HOUR_MS

export const doorPath = '/api/player-exclusion-processor/v1/door'
export const scanPath = '/api/player-exclusion-processor/v1/player-scan'

/** The words of the door, which the console shows and the scan keeps. */
export const doorWords = {
  en: { allow: 'ALLOW', deny: 'DENY', manager: 'ASK THE MANAGER' },
  ro: { allow: 'POATE INTRA', deny: 'NU POATE INTRA', manager: 'ÎNTREABĂ MANAGERUL' },
  pt: { allow: 'PODE ENTRAR', deny: 'NÃO PODE ENTRAR', manager: 'PERGUNTE AO GERENTE' },
} as const satisfies Record<string, Record<z.output<typeof doorAnswer>, string>>
