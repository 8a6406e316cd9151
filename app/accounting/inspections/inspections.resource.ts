import { inspectionsContract } from '../../../backend/accounting/inspections/inspections.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, dateTime, integer, linkTo, mono, text } from '../../engine/fields'

/** Who looked at the inspector's view. */
export const inspections = defineResource('inspections', inspectionsContract, {
  title: 'looked_by',
  fields: {
    looked_by: text(),
    tenant: linkTo('tenants'),
    location: linkTo('locations'),
    shape: choice({ page: '', file: '' }),
    slots: integer(),
    address: mono(),
    created_at: dateTime(),
  },
  list: {
    columns: ['looked_by', 'created_at', 'tenant', 'location', 'shape', 'slots', 'address'],
    summary: ['created_at', 'slots'],
    filters: ['tenant', 'location', 'shape'],
    links: [
      {
        href: '/reports/inspector-view',
        label: 'inspections:view',
        rule: 'slot::inspect',
      },
    ],
  },
  detail: {
    sections: { look: ['looked_by', 'created_at', 'tenant', 'location', 'shape', 'slots', 'address'] },
  },
})
