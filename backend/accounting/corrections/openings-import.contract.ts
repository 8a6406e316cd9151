/** Files of openings: where a slot's meters stood when it joined. */
import { defineImport } from '../../platform/contract/import-kind'

const permission = 'slot::enter_readings'

export const importKind = defineImport({
  key: 'slot_serial',
  columns:
    'slot_serial! read_at! tenant location_code coin_in coin_out jackpot handpaid_cancelled games_played games_won' +
    ' bills_in ticket_in ticket_out electronic_in electronic_out hopper_out total_drop coins_in',
  onlyCreates: true,
  permissions: {
    list: 'slot::get',
    create: permission,
    update: permission,
    archive: permission,
    unarchive: permission,
  },
})
