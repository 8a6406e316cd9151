/** All that is stored of one person, for whoever requests it (GDPR art. 15): made anew each time, and never stored. */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { id, instant } from '../../platform/contract/primitives'
import { blacklistCause } from './blacklists.contract'
import { documentType, termState } from './person.contract'
import { seenPicture } from './player-pictures.contract'
import { doorAnswer, doorCause } from './player-scans.contract'
import { exclusionSource } from './self-exclusions.contract'

export const playerFilePath = '/api/player-exclusion-processor/v1/player-file'

export const playerFileInput = z.strictObject({
  player: id,
  reason,
  /** How it is handed out, for the audit log. */
  as: z.enum(['page', 'json']).default('page'),
})

const foundBy = z.enum(['scan', 'payment'])

const term = {
  _id: id,
  state: termState,
  location: z.string().nullable(),
  reason: z.string().nullable(),
  valid_from: instant,
  until_date: z.string().nullable(),
  valid_to: instant.nullable(),
  cancelled_at: instant.nullable(),
  cancelled_by: z.string().nullable(),
  cancel_reason: z.string().nullable(),
}

export const playerFile = z.object({
  made_at: instant,
  made_by: z.string(),
  reason: z.string(),
  tenant: z.string(),
  person: z.object({
    _id: id,
    initials: z.string(),
    /** Null where nothing but a hash is known. */
    name: z.string().nullable(),
    birth_date: z.string().nullable(),
    nationality: z.string().nullable(),
    note: z.string().nullable(),
    created_at: instant,
    updated_at: instant,
    documents: z.array(
      z.object({
        document_type: documentType,
        /** Masked. */
        document: z.string(),
      }),
    ),
    /** Numbers of documents other than the CNP; a CNP is stored nowhere. */
    numbers: z.array(z.object({ document_type: documentType, number: z.string() })),
  }),
  self_exclusions: z.array(
    z.object({
      ...term,
      source: exclusionSource,
      document_no: z.string().nullable(),
      registered_at: instant,
      min_until: instant,
    }),
  ),
  /** Entries of the national list under any of the documents. */
  national: z.array(
    z.object({
      mark: z.string(),
      added_on: z.string().nullable(),
      valid_from: instant,
      removed_at: instant.nullable(),
    }),
  ),
  blacklists: z.array(z.object({ ...term, cause: blacklistCause })),
  scans: z.array(
    z.object({
      at: instant,
      location: z.string(),
      document_type: documentType.nullable(),
      document: z.string().nullable(),
      answer: doorAnswer,
      cause: doorCause,
      shown: z.string(),
      device: z.string().nullable(),
      operator: z.string(),
    }),
  ),
  /** When they were found inside after an exclusion had begun, and the managers were notified. */
  inside: z.array(
    z.object({
      gaming_day: z.string(),
      location: z.string(),
      let_in_at: instant,
      since: instant,
      found_at: instant,
      found_by: foundBy,
    }),
  ),
  /** Photos of the person and of their documents. */
  pictures: z.array(seenPicture),
  /** The people who changed, revealed or disclosed any of it. */
  accesses: z.array(
    z.object({
      at: instant,
      by: z.string(),
      entity: z.enum(['player', 'self_exclusion', 'blacklist']),
      action: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  /** How long it stays. */
  kept: z.object({ scans_days: z.number().int(), terms_years: z.number().int() }),
})
export type PlayerFile = z.output<typeof playerFile>
