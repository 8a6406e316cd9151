/**
 * How a slot speaks SAS: what its SMIB reads from it (domain notes, section 1), and what the database knows. Nothing is
 * presumed.
 */
import { reasoned, settingsFor, type Catalogue } from './setting.contract'

const { integer, flag, choice, text, money, percent } = settingsFor(['slot'])

export const sasSettings = {
  link: [
    integer('sas_address', null, { min: 1, max: 127 }),
    choice('sas_version', null, ['5.02', '6.01', '6.02', '6.03']),
    integer('poll_ms', null, { unit: 'ms', min: 40, max: 5_000 }),
    flag('real_time', null),
  ],
  machine: [
    text('machine_serial', null, { max: 40 }),
    ...reasoned(
      integer('asset_number', null, { min: 1, max: 0xffff_ffff, naming: true }),
      money('denomination', null, { min: 1, max: 1_000_000 }),
    ),
    integer('game_number', null, { min: 0, max: 9_999 }),
    integer('games', null, { min: 1, max: 9_999 }),
    // Six ASCII characters (section 10).
    ...reasoned(text('paytable', null, { max: 6 }), percent('base_percent', null, { min: 0, max: 10_000 })),
  ],
  features: [
    // The ways by which money reaches a slot and leaves it.
    ...reasoned(
      flag('aft', null),
      flag('tickets', null),
      choice('validation', null, ['none', 'standard', 'secure_enhanced', 'system']),
      flag('progressives', null),
      flag('bonus_awards', null),
    ),
    flag('extended_meters', null),
    flag('component_authentication', null),
  ],
} as const satisfies Catalogue
