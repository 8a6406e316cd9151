import { gameProfilesContract } from '../../../backend/estate/games-registry/game-profiles.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { longText, mono, percent } from '../../engine/fields'

export const gameProfiles = defineResource('game-profiles', gameProfilesContract, {
  title: 'name',
  under: 'game',
  fields: {
    paytable_id: mono(),
    theoretical_rtp: percent(),
    software_version: mono(),
    software_signature: mono(),
    approval_no: mono(),
    note: longText(),
  },
  list: {
    columns: ['name', 'game', 'paytable_id', 'theoretical_rtp', 'volatility', 'progressive', 'updated_at'],
    more: ['min_bet', 'max_bet', 'lines', 'denominations', 'software_version', 'approval_no', 'note'],
    summary: ['game', 'theoretical_rtp', 'paytable_id'],
    filters: ['game', 'progressive'],
  },
  detail: {
    sections: {
      identity: ['name', 'game', 'paytable_id', 'note'],
      payout: [
        'theoretical_rtp',
        'volatility',
        'progressive',
        'min_bet',
        'max_bet',
        'lines',
        'denominations',
      ],
      software: ['software_version', 'software_signature', 'approval_no'],
      record: ['created_at', 'updated_at'],
    },
    related: [{ resource: 'game-settings', filter: 'profile', columns: ['name', 'denomination', 'max_bet'] }],
  },
  form: {
    sections: {
      identity: ['name', 'game', 'paytable_id', 'note'],
      payout: [
        'theoretical_rtp',
        'volatility',
        'progressive',
        'min_bet',
        'max_bet',
        'lines',
        'denominations',
      ],
      software: ['software_version', 'software_signature', 'approval_no'],
    },
  },
})
