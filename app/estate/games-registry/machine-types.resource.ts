import { machineTypesContract } from '../../../backend/estate/games-registry/machine-types.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText } from '../../engine/fields'

export const machineTypes = defineResource('machine-types', machineTypesContract, {
  title: 'name',
  fields: {
    operating_class: choice({ A: '', B: '' }),
    note: longText(),
  },
  list: {
    columns: ['name', 'manufacturer', 'operating_class', 'positions', 'updated_at'],
    more: ['note', 'created_at'],
    filters: ['manufacturer', 'operating_class'],
  },
  detail: {
    sections: {
      identity: ['name', 'manufacturer', 'operating_class', 'positions', 'note'],
      record: ['created_at', 'updated_at'],
    },
    related: [
      {
        resource: 'slots',
        filter: 'machine_type',
        columns: ['serial', 'location', 'game_mix', 'condition'],
      },
    ],
  },
  form: { sections: { identity: ['name', 'manufacturer', 'operating_class', 'positions', 'note'] } },
})
