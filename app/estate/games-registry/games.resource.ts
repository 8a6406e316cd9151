import { gamesContract } from '../../../backend/estate/games-registry/games.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText, memberOf } from '../../engine/fields'

export const games = defineResource('games', gamesContract, {
  title: 'name',
  fields: {
    kind: choice({ reels: '', roulette: '', cards: '', dice: '', keno: '', other: '' }),
    mix: memberOf('game-mixes'),
    note: longText(),
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
