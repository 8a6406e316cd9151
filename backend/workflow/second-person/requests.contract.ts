/** What every request says of itself and of its answer, beside what it is about. */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import type { PermissionRule } from '../../platform/contract/permissions'
import { id, instant } from '../../platform/contract/primitives'

/** The head of a request's row. */
export const requestHead = { _id: id, version: z.number().int() }

export const requestRow = {
  cause: z.string(),
  asked_by: z.string(),
  expires_at: instant,
  answered_by: z.string().nullable(),
  answered_at: instant.nullable(),
  answer_reason: z.string().nullable(),
  /** The reader made this request: they may withdraw it, and never answer it. */
  own: z.boolean(),
  /** The reader has the right that it takes and is another person than its author. */
  may_answer: z.boolean(),
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
}

const input = z.object({ reason })
/** The three answers, which take the same permission; a kind may ask for more. */
export const requestActions = <const Path extends string, const Rule extends PermissionRule>(
  path: Path,
  permission: Rule,
) => ({
  approve: { permission, path: `${path}-approve` as const, input },
  refuse: { permission, path: `${path}-refuse` as const, input },
  withdraw: { permission, path: `${path}-withdraw` as const, input },
})
