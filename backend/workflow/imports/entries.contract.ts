/** Entries of other lists that a file names and that do not exist: which they are, and how they are created. */
import { z } from 'zod'
import { MAX_CELL } from './imports.contract'

/** Most names that are listed, and created, at once; those of the most rows come first. */
export const MAX_ENTRIES = 200

const count = z.number().int()

const missingEntry = z.object({
  /** As most rows write it. */
  name: z.string(),
  rows: count,
  /** Names of entries that may be meant; empty for who may not read the list. */
  similar: z.array(z.string()),
})

const missingList = z.object({
  /** Of the file. */
  column: z.string(),
  /** `family/many` of what it names. */
  list: z.string(),
  /** A name is not enough for a new entry of this list. */
  by_hand: z.boolean(),
  /** Permissions that the asker lacks for creating some; the system alone may have them (`system_only`). */
  lacks: z.array(z.string()),
  system_only: z.boolean(),
  entries: z.array(missingEntry),
  /** Names beyond `MAX_ENTRIES`. */
  more: count,
})
export type MissingList = z.infer<typeof missingList>

/** GET /api/imports/v1/import/:id/entries */
export const missingAnswer = z.object({ lists: z.array(missingList) })

const named = z.object({ column: z.string().max(40), name: z.string().max(MAX_CELL) })
export type NamedEntry = z.infer<typeof named>

/** POST /api/imports/v1/import/:id/entries */
export const entriesBody = z.object({ entries: z.array(named).min(1).max(MAX_ENTRIES) }).strict()

/**
 * `code` of what was not created: `not_missing` where it exists by now or no row names it, otherwise what the list's
 * own form would say.
 */
export const createdEntries = z.object({
  created: z.array(named),
  refused: z.array(named.extend({ code: z.string() })),
})
export type CreatedEntries = z.infer<typeof createdEntries>
