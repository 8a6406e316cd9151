/** What came of one row of a bulk edit. */

export interface RowOutcome {
  state: 'done' | 'unchanged' | 'failed' | 'skipped'
  code: string | null
  fields: string | null
  /** Of a done one: what was changed, as it was (JSON), and the version that is left. */
  was?: string | null
  left_version?: number | null
}
