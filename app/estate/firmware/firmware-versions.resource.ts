import { firmwareVersionsContract } from '../../../backend/estate/firmware/firmware-versions.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { integer, longText, mono } from '../../engine/fields'

export const firmwareVersions = defineResource('firmware-versions', firmwareVersionsContract, {
  title: 'name',
  fields: { name: mono(), notes: longText(), sha256: mono(), size: integer('B') },
  list: {
    columns: ['name', 'notes', 'size', 'sha256', 'uploaded_by', 'created_at'],
    more: ['tenant', 'updated_at'],
    summary: ['size', 'created_at'],
    filters: ['tenant', 'archived'],
    begin: {
      href: '/advanced/firmware-versions/upload',
      label: 'firmware-versions:upload',
      rule: 'smib::upload_firmware',
    },
    links: [
      { href: '/advanced/firmware-rollouts', label: 'firmware-rollouts:title', rule: 'smib::list_firmware' },
    ],
  },
  detail: {
    links: [
      {
        href: '/advanced/firmware-rollouts/new?firmware=:id',
        label: 'firmware-versions:roll_out',
        rule: 'smib::roll_out_firmware',
        main: true,
        when: ({ archived_at }) => archived_at === null,
      },
    ],
    sections: {
      file: ['name', 'sha256', 'size', 'tenant', 'notes'],
      record: ['uploaded_by', 'created_at', 'updated_at', 'archived_at'],
    },
    related: [{ resource: 'firmware-rollouts', filter: 'firmware' }],
  },
  form: { sections: { file: ['notes'] } },
})
