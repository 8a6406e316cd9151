import { gameSettingsContract } from '../../../backend/estate/games-registry/game-settings.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { linkTo, longText } from '../../engine/fields'

export const gameSettings = defineResource('game-settings', gameSettingsContract, {
  title: 'name',
  fields: {
    profile: linkTo('game-profiles'),
    note: longText(),
  },
  list: {
    columns: ['name', 'game', 'denomination', 'max_bet', 'handpay_limit', 'gamble', 'autoplay', 'updated_at'],
    more: ['profile', 'credit_limit', 'note', 'created_at'],
    summary: ['game', 'denomination', 'max_bet'],
    filters: ['game', 'profile', 'gamble', 'autoplay'],
  },
  detail: {
    sections: {
      identity: ['name', 'game', 'profile', 'note'],
      limits: ['denomination', 'max_bet', 'credit_limit', 'handpay_limit', 'gamble', 'autoplay'],
      record: ['created_at', 'updated_at'],
    },
  },
  form: {
    sections: {
      identity: ['name', 'game', 'profile', 'note'],
      limits: ['denomination', 'max_bet', 'credit_limit', 'handpay_limit', 'gamble', 'autoplay'],
    },
  },
})
