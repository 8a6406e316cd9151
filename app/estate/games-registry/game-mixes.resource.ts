import { gameMixesContract } from '../../../backend/estate/games-registry/game-mixes.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, dateTime, integer, linkTo, longText, memberOf, several, text } from '../../engine/fields'

export const gameMixes = defineResource('game-mixes', gameMixesContract, {
  title: 'name',
  fields: {
    name: text(),
    manufacturer: linkTo('manufacturers'),
    games: several('games'),
    game_count: integer(),
    game: memberOf('games'),
    note: longText(),
    created_at: dateTime(),
    updated_at: age(),
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
