import { webhookKind, webhooksContract } from '../../../backend/workflow/webhooks/webhooks.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, choices, dateTime, flag, linkTo, longText, mono, text } from '../../engine/fields'

/** Notifications for other systems. */
export const webhooks = defineResource('webhooks', webhooksContract, {
  title: 'name',
  fields: {
    name: text(),
    address: text(),
    kinds: choices(webhookKind.options),
    tenant: linkTo('tenants'),
    location: linkTo('locations'),
    enabled: flag(),
    starts_with: mono(),
    rotated_at: dateTime(),
    previous_until: dateTime(),
    archived_at: dateTime(),
    created_at: dateTime(),
    updated_at: age(),
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
