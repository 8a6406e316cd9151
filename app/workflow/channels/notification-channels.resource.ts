import {
  channelKind,
  channelLanguage,
  gatewayFormat,
  notificationChannelsContract,
} from '../../../backend/workflow/webhooks/notification-channels.contract'
import { deliveryProblem, webhookKind } from '../../../backend/workflow/webhooks/webhooks.contract'
import { notificationSeverity } from '../../../backend/workflow/news/notifications.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, choices, integer, longText, mono, secret, timeOfDay } from '../../engine/fields'
import { channelLocations } from './channel-locations'
import { LastTest } from './last-test'

/** Notifications in chats and as text messages. */
export const notificationChannels = defineResource('notification-channels', notificationChannelsContract, {
  title: 'name',
  fields: {
    kind: choice(channelKind.options),
    secret: secret(),
    sent_to: mono(),
    recipient: mono(),
    header: mono(),
    format: choice(gatewayFormat.options),
    template: longText(),
    language: choice(channelLanguage.options),
    wording: longText(),
    severities: choices(notificationSeverity.options),
    kinds: choices(webhookKind.options),
    locations: channelLocations(),
    quiet_from: timeOfDay(),
    quiet_to: timeOfDay(),
    test_problem: choice(deliveryProblem.options),
    test_ms: integer('ms'),
  },
  list: {
    columns: ['name', 'kind', 'sent_to', 'severities', 'kinds', 'locations', 'enabled'],
    more: ['tenant', 'language', 'recipient', 'tested_at', 'test_problem', 'created_at', 'updated_at'],
    summary: ['kind', 'sent_to', 'enabled'],
    filters: ['tenant', 'location', 'kind', 'enabled', 'archived'],
    sort: 'name',
    links: [
      {
        href: '/notifications/webhook-deliveries',
        label: 'webhooks:all_deliveries',
        rule: 'webhook::list',
      },
    ],
  },
  detail: {
    notice: LastTest,
    sections: {
      sending: ['kind', 'sent_to', 'address', 'recipient', 'secured_at', 'enabled'],
      what: ['severities', 'kinds', 'tenant', 'locations', 'quiet_from', 'quiet_to', 'alarms_in_quiet'],
      text: ['language', 'wording', 'format', 'header', 'template'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    optional: [
      'address',
      'recipient',
      'secured_at',
      'quiet_from',
      'quiet_to',
      'wording',
      'header',
      'template',
    ],
    related: [
      {
        resource: 'webhook-deliveries',
        filter: 'channel',
        columns: ['message', 'kind', 'state', 'answer_code', 'attempts', 'created_at'],
      },
    ],
  },
  form: {
    ofSystem: ['tenant'],
    ofTenant: ['locations'],
    ticked: ['enabled'],
    sections: {
      sending: ['name', 'tenant', 'kind', 'secret', 'recipient', 'enabled'],
      what: ['severities', 'kinds', 'locations', 'quiet_from', 'quiet_to', 'alarms_in_quiet'],
      text: ['language', 'wording'],
      gateway: ['address', 'format', 'header', 'template'],
    },
  },
  actions: {
    test: {
      when: channel => channel.archived_at === null,
      why: () => 'archived',
    },
  },
})
