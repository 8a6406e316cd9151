/**
 * An entity's own rules over many drafts at once: a single write is a batch of one, so a form and an import cannot
 * disagree.
 */
import type { FieldProblem } from '../contract/problem'
import { Problem } from '../contract/problem'
import type { Stored } from './columns'
import type { Db } from '../db/database'

export interface Draft<Input> {
  id: string
  /**
   * Fields that could not be read are missing: such a draft is refused anyway, and judged for what else is wrong with
   * it.
   */
  input: Partial<Input>
  /** The stored row, when updating. */
  before: Stored | undefined
  /** Of the write, or of the look at what it would do. */
  now: number
}

export type Problems = Record<string, FieldProblem[]>

export interface Verdict {
  /** Columns set by rule. */
  columns: Stored
  problems: Problems
}

export interface Rules<Input> {
  /** In the order of the drafts, without a query per draft. */
  judge(db: Db, drafts: readonly Draft<Input>[]): Promise<Verdict[]>
  /** What else changes with them. In the transaction of the write. */
  effects?(db: Db, drafts: readonly Draft<Input>[]): Promise<void>
  /**
   * Of rows that get back what was right once: columns that cannot be again what they were, since time has passed. In
   * the order of the drafts.
   */
  restores?(db: Db, drafts: readonly Draft<Input>[]): Promise<Stored[]>
  /** Those of these ids that may not be archived now, and why. */
  archiveBlockers?: ArchiveBlockers
}

/** Of these ids, each that may not be archived now. */
export type ArchiveBlockers = (
  db: Db,
  ids: readonly string[],
) => Promise<Map<string, { code: string; message: string }>>

/** A store's `prepare` and `archiveBlockers`. */
export function ruledBy<Input>(rules: Rules<Input>) {
  return {
    prepare: async ({ db, id, input, before, now }: { db: Db } & Draft<Input>): Promise<Stored> => {
      const [verdict] = await rules.judge(db, [{ id, input, before, now }])
      if (verdict && Object.keys(verdict.problems).length > 0)
        throw new Problem(422, 'invalid', { fields: verdict.problems })
      await rules.effects?.(db, [{ id, input, before, now }])
      return verdict?.columns ?? {}
    },
    ...(rules.archiveBlockers && { archiveBlockers: rules.archiveBlockers }),
  }
}

export const problem = (field: string, code: string): Problems => ({ [field]: [{ code }] })
