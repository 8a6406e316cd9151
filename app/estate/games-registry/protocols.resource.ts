import { protocolsContract } from '../../../backend/estate/games-registry/protocols.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText } from '../../engine/fields'

export const protocols = defineResource('protocols', protocolsContract, {
  title: 'name',
  fields: {
    protocol_family: choice({ sas: '', gsa: '', qcom: '', vendor: '', pulse: '' }),
    note: longText(),
  },
  list: {
    columns: ['name', 'protocol_family', 'spoken', 'updated_at'],
    more: ['note', 'created_at'],
    filters: ['protocol_family'],
  },
  detail: {
    sections: {
      identity: ['name', 'protocol_family', 'spoken', 'note'],
      record: ['created_at', 'updated_at'],
    },
    related: [
      {
        resource: 'slots',
        filter: 'protocol',
        columns: ['serial', 'location', 'manufacturer', 'condition'],
      },
    ],
  },
  form: { sections: { identity: ['name', 'protocol_family', 'note'] } },
})
