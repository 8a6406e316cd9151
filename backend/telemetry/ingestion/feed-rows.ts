/** How a SMIB's numbering, and where it is broken, is written. */
import { insertion } from '../../platform/db/bulk'

export const intoFeeds = insertion(
  'smib_feeds',
  {
    smib_id: 'text',
    slot_id: 'text',
    run: 'bigint',
    run_started_at: 'bigint',
    min_seq: 'bigint',
    max_seq: 'bigint',
    max_numbered: 'bigint',
    last_at: 'bigint',
    batches: 'bigint',
  },
  `(smib_id) do update set slot_id = excluded.slot_id, run = excluded.run, run_started_at = excluded.run_started_at, min_seq = excluded.min_seq, max_seq = excluded.max_seq,
    max_numbered = excluded.max_numbered, last_at = excluded.last_at`,
)
/** Which slots each SMIB has served: with it, readings need no index by SMIB. */
export const intoServed = insertion(
  'smib_slots',
  { smib_id: 'text', slot_id: 'text' },
  '(smib_id, slot_id) do nothing',
)
export const intoRuns = insertion(
  'sequence_runs',
  {
    smib_id: 'text',
    run: 'bigint',
    started_at: 'bigint',
    min_seq: 'bigint',
    max_seq: 'bigint',
    max_numbered: 'bigint',
  },
  '(smib_id, run) do update set min_seq = excluded.min_seq, max_seq = excluded.max_seq, max_numbered = excluded.max_numbered',
)
export const intoBreaks = insertion(
  'sequence_breaks',
  {
    id: 'text',
    smib_id: 'text',
    slot_id: 'text',
    tenant_id: 'text',
    location_id: 'text',
    kind: 'text',
    run: 'bigint',
    from_seq: 'bigint',
    to_seq: 'bigint',
    at: 'bigint',
    created_at: 'bigint',
    closed_at: 'bigint',
    first_seq: 'bigint',
    last_seq: 'bigint',
  },
  `(id) do update set kind = excluded.kind, from_seq = excluded.from_seq, to_seq = excluded.to_seq, at = excluded.at, closed_at = excluded.closed_at,
    first_seq = excluded.first_seq, last_seq = excluded.last_seq`,
)
