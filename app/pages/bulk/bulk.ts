/** A bulk action in words and shapes, for every page that shows one. */
import { bulkResult, skipReason, type BulkResult, type BulkState } from '../../../backend/bulk/bulk.contract'
import type { ListSpec } from '../../engine/list-query'
import type { Mark } from '../../ui/tone'

export const BULK = '/bulk-actions'

export const stateMarks: Record<BulkState, Mark> = { previewed: 'muted', queued: 'muted', running: 'info', stopping: 'warn', stopped: 'warn', done: 'good', failed: 'bad' }
export const resultMarks: Record<BulkResult, Mark> = {
  waiting: 'muted', ordered: 'info', confirmed: 'good', refused: 'bad', no_answer: 'warn', skipped: 'muted', failed: 'bad', stopped: 'warn',
}

/** `show`: one result; `reason`: one reason of those left out. */
export const itemSpec: ListSpec = {
  sort: 'id', sortKeys: [], searched: false, filters: ['show', 'reason'],
  accepts: (filter, text) => (filter === 'show' ? bulkResult : skipReason).safeParse(text).success,
}
