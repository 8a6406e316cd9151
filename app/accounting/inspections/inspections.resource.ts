import { inspectionsContract } from '../../../backend/accounting/inspections/inspections.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, mono } from '../../engine/fields'

/** Who looked at the inspector's view. */
export const inspections = defineResource('inspections', inspectionsContract, {
  title: 'looked_by',
  fields: {
    shape: choice({ page: '', file: '' }),
    address: mono(),
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
