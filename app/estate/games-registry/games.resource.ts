import { gamesContract } from '../../../backend/estate/games-registry/games.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, dateTime, linkTo, longText, memberOf, text } from '../../engine/fields'

export const games = defineResource('games', gamesContract, {
  title: 'name',
  fields: {
    name: text(),
    manufacturer: linkTo('manufacturers'),
    kind: choice({ reels: '', roulette: '', cards: '', dice: '', keno: '', other: '' }),
    mix: memberOf('game-mixes'),
    note: longText(),
    created_at: dateTime(),
    updated_at: age(),
  },
  list: {
    columns: ['name', 'manufacturer', 'kind', 'updated_at'],
    more: ['note', 'created_at'],
    filters: ['manufacturer', 'kind', 'mix'],
  },
  detail: {
    sections: { identity: ['name', 'manufacturer', 'kind', 'note'], record: ['created_at', 'updated_at'] },
    related: [
      { resource: 'game-mixes', filter: 'game', columns: ['name', 'manufacturer', 'game_count'] },
      {
        resource: 'game-profiles',
        filter: 'game',
        columns: ['name', 'paytable_id', 'theoretical_rtp', 'volatility'],
      },
      { resource: 'game-settings', filter: 'game', columns: ['name', 'denomination', 'max_bet'] },
    ],
    tabs: true,
  },
  form: { sections: { identity: ['name', 'manufacturer', 'kind', 'note'] } },
})
