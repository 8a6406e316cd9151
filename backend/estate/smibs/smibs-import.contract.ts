/** Files of SMIBs: their columns, and what somebody needs who imports them. */
import { defineImport } from '../../platform/contract/import-kind'

export const importKind = defineImport({
  key: 'smib_id',
  columns:
    'smib_id! serial tenant location_code! slot_serial firmware network broker poll_ms test_mode log_mode active',
  permissions: {
    list: 'smib::list',
    create: 'smib::create',
    update: 'smib::update',
    archive: 'smib::archive',
    unarchive: 'smib::unarchive',
  },
})
