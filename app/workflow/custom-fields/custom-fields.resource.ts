import { customEntity, customKind } from '../../../backend/platform/contract/custom-values'
import { customFieldsContract } from '../../../backend/workflow/custom-fields/custom-fields.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, mono, wholeLines } from '../../engine/fields'

export const customFields = defineResource('custom-fields', customFieldsContract, {
  title: 'name',
  fields: {
    entity: choice(customEntity.options),
    kind: choice(customKind.options),
    key: mono(),
    choices: wholeLines(),
  },
  list: {
    columns: ['name', 'entity', 'kind', 'key', 'choices', 'updated_at'],
    more: ['tenant', 'decimals', 'created_at'],
    summary: ['entity', 'kind', 'key'],
    filters: ['tenant', 'entity', 'kind', 'archived'],
    sort: 'name',
  },
  detail: {
    sections: {
      what: ['entity', 'kind', 'key', 'decimals', 'choices', 'tenant'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
  },
  form: {
    ofSystem: ['tenant'],
    ofTenant: [],
    sections: { what: ['name', 'tenant', 'entity', 'kind', 'decimals', 'choices', 'key'] },
  },
})
