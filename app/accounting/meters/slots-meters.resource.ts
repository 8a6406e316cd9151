import { machineMetersContract } from '../../../backend/accounting/meters/meters.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, dateTime, mono } from '../../engine/fields'

export const slotsMeters = defineResource('slots-meters', machineMetersContract, {
  title: 'serial',
  state: 'verdict',
  fields: {
    serial: mono(),
    verdict: choice({ agrees: 'good', differs: 'bad', not_compared: 'muted' }),
    compared_at: age(),
    archived_at: dateTime(),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  list: {
    begin: {
      href: '/slots-import',
      label: 'imports:titles.slots',
      rule: { any: ['slot::create', 'slot::update'] },
    },
    columns: [
      'serial',
      'location',
      'set_at',
      'mech_in',
      'mech_out',
      'mech_jackpot',
      'verdict',
      'difference_in',
      'difference_out',
      'difference_jackpot',
    ],
    more: ['compared_from', 'compared_to', 'compared_at', 'tenant', 'position'],
    summary: ['location', 'verdict', 'set_at'],
    filters: ['tenant', 'location', 'verdict', 'archived'],
  },
  rowsOf: 'slots',
  rowsAt: '/meters',
  detail: { sections: {} },
})
