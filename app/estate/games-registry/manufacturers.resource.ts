import { manufacturersContract } from '../../../backend/estate/games-registry/manufacturers.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { longText, mono } from '../../engine/fields'

export const manufacturers = defineResource('manufacturers', manufacturersContract, {
  title: 'name',
  fields: {
    country: mono(),
    note: longText(),
  },
  list: {
    columns: ['name', 'full_name', 'country', 'updated_at'],
    more: ['note', 'created_at'],
    filters: ['country'],
  },
  detail: {
    sections: { identity: ['name', 'full_name', 'country', 'note'], record: ['created_at', 'updated_at'] },
    related: [
      {
        resource: 'slots',
        filter: 'manufacturer',
        columns: ['serial', 'location', 'machine_type', 'game_mix'],
      },
      {
        resource: 'machine-types',
        filter: 'manufacturer',
        columns: ['name', 'operating_class', 'positions'],
      },
      { resource: 'games', filter: 'manufacturer', columns: ['name', 'kind'] },
      { resource: 'game-mixes', filter: 'manufacturer', columns: ['name', 'game_count'] },
    ],
    tabs: true,
  },
  form: { sections: { identity: ['name', 'full_name', 'country', 'note'] } },
})
