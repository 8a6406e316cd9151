import { manySmibs } from '../../smibs/smibs-many.service'
import { integer, words, yesNo, type Cell } from '../cells'
import { clears, keeps, own, type Importer } from './importer'
import { any, exists } from './in-use'

/** "AA:BB:CC:DD:EE:FF" is one address with its bare digits. */
const address: Cell = { ...words, read: text => ({ value: text.toLowerCase().replace(/[:\s-]/g, '') }) }

export const smibs: Importer = {
  many: manySmibs,
  table: 'smibs',
  key: 'mac',
  name: 'mac',
  keyIsGlobal: true,
  columns: {
    ...own('serial', 'firmware', 'network', 'broker'),
    smib_id: clears('mac', address),
    tenant: keeps(null),
    location_code: keeps('location'),
    slot_serial: clears('slot'),
    poll_ms: clears('poll_ms', integer),
    test_mode: keeps(null, yesNo),
    log_mode: keeps(null, yesNo),
    active: keeps(null, yesNo),
  },

  draft: ({ values, slot }, raw) => {
    if (values.slot_serial !== undefined) raw.slot = slot?.id ?? null
  },
  takesSlots: true,
  leaves: { slot_id: null },
  uses: [
    [
      'has_history',
      any(
        exists('messages', 'smib_id'),
        exists('smib_feeds', 'smib_id'),
        exists('smib_slots', 'smib_id'),
        exists('machine_commands', 'smib_id'),
      ),
    ],
  ],
}
