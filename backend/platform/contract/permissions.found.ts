/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
export const foundPermissions = {
  'gr_game_mix::list_game_mixes': { kind: 'read', readBy: 'both', narrowed: false },
  'gr_game_mix::update': { kind: 'administering', narrowed: false, systemOnly: true },
  'gr_game_profile::list_game_profiles': { kind: 'read', readBy: 'both', narrowed: false },
  'gr_game_profile::update': { kind: 'administering', narrowed: false, systemOnly: true },
  'gr_game_settings::list_game_settings': { kind: 'read', readBy: 'both', narrowed: false },
  'gr_game_settings::update': { kind: 'administering', narrowed: false, systemOnly: true },
  'gr_game::list_games': { kind: 'read', readBy: 'both', narrowed: false },
  'gr_game::update': { kind: 'administering', narrowed: false, systemOnly: true },
  'gr_machine_type::list_machine_types': { kind: 'read', readBy: 'both', narrowed: false },
  'gr_machine_type::update': { kind: 'administering', narrowed: false, systemOnly: true },
  'gr_manufacturer::list_manufacturers': { kind: 'read', readBy: 'both', narrowed: false },
  'gr_manufacturer::update': { kind: 'administering', narrowed: false, systemOnly: true },
  'gr_protocol::list_protocols': { kind: 'read', readBy: 'both', narrowed: false },
  'gr_protocol::update': { kind: 'administering', narrowed: false, systemOnly: true },
  'shift_handover::list': { kind: 'read', readBy: 'floor', narrowed: true },
  'shift_handover::sign': { kind: 'operating', narrowed: true },
} as const
