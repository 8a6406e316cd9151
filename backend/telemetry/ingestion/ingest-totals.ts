/** What this process has answered since it started. */
import type { Deps } from '../../platform/deps'
import type { IngestAnswer } from './ingest.contract'

interface Totals {
  batches: number
  rows: number
  messages: Record<'accepted' | 'duplicate' | 'refused', number>
}

const totals = new WeakMap<Deps['db'], Totals>()

export function ingestTotals({ db }: Pick<Deps, 'db'>): Totals {
  let own = totals.get(db)
  if (!own)
    totals.set(db, (own = { batches: 0, rows: 0, messages: { accepted: 0, duplicate: 0, refused: 0 } }))
  return own
}

export function countBatch(deps: Pick<Deps, 'db'>, rows: number, answer: IngestAnswer): void {
  const own = ingestTotals(deps)
  own.batches++
  own.rows += rows
  own.messages.accepted += answer.accepted
  own.messages.duplicate += answer.duplicates
  own.messages.refused += answer.refused
}
