/**
 * The one error envelope: `{ success: false, error: ProblemBody }`. Texts are the console's: the backend answers codes.
 */
export interface FieldProblem {
  /** A key of `errors.fields.*` in the console's texts: required, too_short, too_long, invalid, taken, unknown, … */
  code: string
  params?: Record<string, string | number>
}

export interface ProblemBody {
  code: string
  /** English, for logs and integrators; never shown to an operator. */
  message: string
  fields?: Record<string, FieldProblem[]>
  /** More facts, by code: `version_conflict` carries `current` (the row as it is now)
   * and, of records, `saved` (`LastSave`). */
  details?: Record<string, unknown>
  request_id?: string
}

/** Details of a 404 about one record. */
export interface Gone {
  id: string
  /** Epoch milliseconds; null when it never was there, or that is not for the asker to know. */
  deleted: { at: number; name: string | null } | null
}

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/** Thrown anywhere in the backend, answered once in `http/problems.ts`. */
export class Problem extends Error {
  constructor(
    readonly status: ProblemStatus,
    readonly code: string,
    readonly extra: {
      message?: string
      fields?: Record<string, FieldProblem[]>
      details?: Record<string, unknown>
      headers?: Record<string, string>
    } = {},
  ) {
    super(extra.message ?? code)
  }
}

/** What is sent is wrong in one field. */
export const invalidField = (field: string, code: string, params?: FieldProblem['params']): Problem =>
  new Problem(422, 'invalid', { fields: { [field]: [{ code, ...(params && { params }) }] } })

/** Of what there may be so many at once, when another one would return from the archive. */
export const mostReached = (): Problem =>
  new Problem(409, 'most_reached', {
    message: 'There are as many as there may be: archive another one first',
  })

/** Who saved a record last. `name` is null for somebody whom the reader does not see in the list of users. */
export interface LastSave {
  at: number
  by: { kind: 'user' | 'token' | 'system'; name: string | null }
}
