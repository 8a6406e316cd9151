import { protocolsContract } from '../../../backend/estate/games-registry/protocols.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, dateTime, flag, longText, text } from '../../engine/fields'

export const protocols = defineResource('protocols', protocolsContract, {
  title: 'name',
  fields: {
    name: text(),
    protocol_family: choice({ sas: '', gsa: '', qcom: '', vendor: '', pulse: '' }),
    spoken: flag(),
    note: longText(),
    created_at: dateTime(),
    updated_at: age(),
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
