/** The outcome of one row of a bulk edit. */

export interface RowOutcome {
  state: 'done' | 'unchanged' | 'failed' | 'skipped'
  code: string | null
  fields: string | null
  /** The changed fields of a done row as they were (JSON), and the version that is left. */
  was?: string | null
  left_version?: number | null
}
