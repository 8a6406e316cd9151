import { sql } from 'kysely'
import type { Faults } from '../../platform/contract/across'
import { isSpoken } from '../slots/protocols.contract'
import { absent, derived, optionalMoneyIn, plain, readOnly, sharedRefTo } from '../../platform/store/columns'
import { profileOfGame, settingsOfGame } from './profile-games'
import { namedGames, removeGames, saveGames } from './mix-games'
import { gameMixesContract } from './game-mixes.contract'
import { gameProfilesContract } from './game-profiles.contract'
import { gameSettingsContract } from './game-settings.contract'
import { gamesContract } from './games.contract'
import { machineTypesContract } from './machine-types.contract'
import { manufacturersContract } from './manufacturers.contract'
import { protocolsContract } from './protocols.contract'
import { registryStore } from './registry-store'

const manufacturer = sharedRefTo('manufacturer_id', 'manufacturers', 'name')
const game = sharedRefTo('game_id', 'games', 'name')

export const manufacturersStore = registryStore(manufacturersContract, {
  table: 'manufacturers',
  columns: { full_name: plain('full_name'), country: plain('country') },
  search: ({ full_name }) => [full_name as string | null],
})

export const machineTypesStore = registryStore(machineTypesContract, {
  table: 'machine_types',
  columns: {
    manufacturer,
  },
})

export const gamesStore = registryStore(gamesContract, {
  table: 'games',
  columns: { manufacturer, kind: plain('kind') },
  names: { mix: null },
  filters: {
    mix: (id: string) =>
      sql<boolean>`t.id in (select m.game_id from game_mix_games m where m.mix_id = ${id})`,
  },
})

export const gameMixesStore = registryStore(gameMixesContract, {
  table: 'game_mixes',
  columns: {
    manufacturer,
    game_count: readOnly('game_count'),
    games: absent,
  },
  names: { game: null },
  filters: {
    game: (id: string) =>
      sql<boolean>`t.id in (select m.mix_id from game_mix_games m where m.game_id = ${id})`,
  },
  more: ({ db }, row) => namedGames(db, row),
  prepare: ({ db, id, input }) => saveGames(db, id, input.games),
  unlink: removeGames,
})

export const gameProfilesStore = registryStore(gameProfilesContract, {
  table: 'game_profiles',
  columns: {
    game,
  },
  search: ({ paytable_id, approval_no }) => [paytable_id as string | null, approval_no as string | null],
  faults: ({ db, id, before, input }) =>
    before && before.game_id !== input.game ? settingsOfGame(db, id, input.game) : Promise.resolve({}),
})

export const protocolsStore = registryStore(protocolsContract, {
  table: 'protocols',
  columns: {
    spoken: derived(['name'], row => isSpoken(String(row.name))),
  },
  // The commands that a slot understands are looked up by this name.
  faults: ({ before, input }) =>
    Promise.resolve<Faults>(
      before && before.name !== input.name && isSpoken(String(before.name))
        ? { name: [{ code: 'fixed' }] }
        : {},
    ),
  archiveBlockers: async (db, ids) => {
    const rows = await db.selectFrom('protocols').select(['id', 'name']).where('id', 'in', ids).execute()
    return new Map(
      rows
        .filter(({ name }) => isSpoken(name))
        .map(({ id }) => [id, { code: 'protocol_spoken', message: 'The SMIBs of this system speak it' }]),
    )
  },
})

export const gameSettingsStore = registryStore(gameSettingsContract, {
  table: 'game_settings',
  columns: {
    game,
    profile: sharedRefTo('profile_id', 'game_profiles', 'name'),
    denomination: optionalMoneyIn('denomination_minor', 'denomination_currency'),
    credit_limit: optionalMoneyIn('credit_limit_minor', 'credit_limit_currency'),
    handpay_limit: optionalMoneyIn('handpay_limit_minor', 'handpay_limit_currency'),
  },
  faults: ({ db, input: { game: chosen, profile } }) =>
    chosen && profile ? profileOfGame(db, profile, chosen) : Promise.resolve({}),
})
