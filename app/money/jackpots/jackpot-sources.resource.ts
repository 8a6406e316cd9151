import { jackpotSourcesContract } from '../../../backend/money/jackpots/jackpots.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, dateTime, linkTo, longText, text } from '../../engine/fields'

/** A source names the slots whose play feeds a jackpot, from which hour to which. */
export const jackpotSources = defineResource('jackpot-sources', jackpotSourcesContract, {
  title: 'name',
  fields: {
    name: text(),
    jackpot: linkTo('jackpots'),
    tenant: linkTo('tenants'),
    location: linkTo('locations'),
    slot: linkTo('slots'),
    from: dateTime(),
    to: dateTime(),
    created_at: dateTime(),
    updated_at: age(),
  },
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
