/** What `docs/operations.md` advises holds for what the product takes and sends. */
import { expect, test } from 'vitest'
import { MAX_IMPORT_BYTES } from '../../backend/workflow/imports/imports.contract'
import { MAX_LIST_BYTES } from '../../backend/players/player-exclusion/exclusion-lists.contract'
import { MAX_BATCH_BYTES } from '../../backend/telemetry/ingestion/ingest.contract'
import { MAX_VERIFY_BYTES } from '../../backend/accounting/seals/seals.contract'
import { read } from './project-files'

test('the largest file that a form takes passes through the proxy of the manual', () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(read('docs/operations.md'))![1])
  const largest = Math.max(MAX_IMPORT_BYTES, MAX_LIST_BYTES, MAX_BATCH_BYTES, MAX_VERIFY_BYTES)
  expect(megabytes * 1024 * 1024).toBeGreaterThan(largest)
})
