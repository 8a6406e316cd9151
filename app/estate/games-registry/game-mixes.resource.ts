import { gameMixesContract } from '../../../backend/estate/games-registry/game-mixes.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { longText, memberOf, several } from '../../engine/fields'

export const gameMixes = defineResource('game-mixes', gameMixesContract, {
  title: 'name',
  fields: {
    games: several('games'),
    game: memberOf('games'),
    note: longText(),
  },
  list: {
    columns: ['name', 'manufacturer', 'game_count', 'updated_at'],
    more: ['note', 'created_at'],
    filters: ['manufacturer', 'game'],
  },
  detail: {
    sections: { identity: ['name', 'manufacturer', 'note'], record: ['created_at', 'updated_at'] },
    related: [
      { resource: 'games', filter: 'mix', columns: ['name', 'manufacturer', 'kind'] },
      {
        resource: 'slots',
        filter: 'game_mix',
        columns: ['serial', 'location', 'machine_type', 'condition'],
      },
    ],
  },
  form: { sections: { identity: ['name', 'manufacturer', 'note'], games: ['games'] } },
})
