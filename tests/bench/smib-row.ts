/** A SMIB of a bench's network, as the store would write it. */
import { newId } from '../../backend/platform/db/new-id'

export const smibRow = (
  mac: string,
  { id, tenant_id, location_id }: { id: string; tenant_id: string; location_id: string },
  /** It stands on its slot since then, epoch milliseconds. */
  since = 1,
) => ({
  id: newId(),
  version: 1,
  archived_at: null,
  created_at: since,
  updated_at: since,
  search: mac,
  mac,
  slot_id: id,
  tenant_id,
  location_id,
  firmware: null,
  network: null,
  poll_ms: 200,
  test_mode: 0,
  log_mode: 0,
  last_seen_at: null,
  online_since: null,
  last_message_seq: null,
})
