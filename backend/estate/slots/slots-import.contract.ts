/** Files of slots: their columns, and what somebody needs who imports them. */
import { defineImport } from '../../platform/contract/import-kind'
import { slotApprovals } from './slots.contract'

export const importKind = defineImport({
  key: 'serial',
  columns:
    'serial! asset_no tenant location_code! manufacturer! machine_type game_mix protocol sas_address accounting_denom! currency price_per_impulse factor_in factor_out' +
    ' theoretical_rtp fastest_game_ms highest_bet top_award highest_note mech_in mech_out * position active',
  fields: slotApprovals,
  names: {
    manufacturer: { list: 'games-registry/manufacturers', alsoCalled: 'full_name' },
    machine_type: { list: 'games-registry/machine-types', also: { manufacturer: 'manufacturer' } },
    game_mix: { list: 'games-registry/game-mixes', also: { manufacturer: 'manufacturer' } },
    // Which commands a slot takes is looked up by its protocol's name, so that a typing error would leave it without.
    protocol: { list: 'games-registry/protocols', byHand: true },
  },
  permissions: {
    list: 'slot::list',
    create: 'slot::create',
    update: 'slot::update',
    archive: 'slot::archive',
    unarchive: 'slot::unarchive',
  },
})
