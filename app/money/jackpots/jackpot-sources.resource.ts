import { jackpotSourcesContract } from '../../../backend/money/jackpots/jackpots.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { longText } from '../../engine/fields'

/** A source names the slots whose play feeds a jackpot, from which hour to which. */
export const jackpotSources = defineResource('jackpot-sources', jackpotSourcesContract, {
  title: 'name',
  list: {
    columns: ['name', 'jackpot', 'location', 'slot', 'from', 'to'],
    more: ['tenant', 'created_at', 'updated_at'],
    summary: ['jackpot', 'location', 'slot'],
    filters: ['tenant', 'jackpot', 'location'],
    quiet: ['slot'],
  },
  detail: {
    sections: {
      source: ['jackpot', 'location', 'slot', 'from', 'to'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
  },
  form: { sections: { source: ['jackpot', 'name', 'location', 'slot'] } },
  actions: {
    end: {
      tone: 'danger',
      when: source => source.to === null,
      why: () => 'ended',
      fields: { reason: longText() },
    },
  },
})
