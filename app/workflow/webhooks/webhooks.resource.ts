import { webhookKind, webhooksContract } from '../../../backend/workflow/webhooks/webhooks.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, choices, longText, mono } from '../../engine/fields'

/** Notifications for other systems. */
export const webhooks = defineResource('webhooks', webhooksContract, {
  title: 'name',
  fields: {
    kinds: choices(webhookKind.options),
    starts_with: mono(),
  },
  list: {
    columns: ['name', 'address', 'kinds', 'tenant', 'location', 'enabled'],
    more: ['starts_with', 'rotated_at', 'created_at', 'updated_at'],
    summary: ['address', 'enabled', 'location'],
    filters: ['tenant', 'location', 'enabled', 'archived'],
    links: [
      {
        href: '/notifications/webhook-deliveries',
        label: 'webhooks:all_deliveries',
        rule: 'webhook::list',
      },
    ],
  },
  detail: {
    sections: {
      sending: ['address', 'kinds', 'enabled'],
      scope: ['tenant', 'location'],
      secret: ['starts_with', 'rotated_at', 'previous_until'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    related: [
      {
        resource: 'webhook-deliveries',
        filter: 'webhook',
        columns: ['message', 'kind', 'state', 'answer_code', 'attempts', 'created_at'],
      },
    ],
  },
  form: {
    ofSystem: ['tenant'],
    ofTenant: ['location'],
    sections: {
      sending: ['name', 'address', 'kinds', 'enabled'],
      scope: ['tenant', 'location'],
    },
  },
  actions: {
    rotate: {
      when: hook => hook.archived_at === null,
      why: () => 'archived',
      fields: { overlap: choice<string>({ none: '', hour: '', day: '', week: '' }), reason: longText() },
    },
  },
})
