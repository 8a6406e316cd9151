import {
  deliveryProblem,
  webhookDeliveriesContract,
  webhookKind,
} from '../../../backend/workflow/webhooks/webhooks.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, dateTime, linkTo, longText, mono } from '../../engine/fields'

const plain = <Name extends string>(names: readonly Name[]) =>
  choice(Object.fromEntries(names.map(name => [name, ''])) as Record<Name, ''>)

/** Each notification that is sent to a webhook: whether it arrived, what was answered, and a way to send it again. */
export const webhookDeliveries = defineResource('webhook-deliveries', webhookDeliveriesContract, {
  title: 'message',
  state: 'state',
  fields: {
    message: mono(),
    kind: plain(webhookKind.options),
    state: choice({ waiting: 'warn', delivered: 'good', failed: 'bad' }),
    problem: plain(deliveryProblem.options),
    channel: linkTo('notification-channels'),
    body: longText(),
    archived_at: dateTime(),
  },
  list: {
    columns: [
      'message',
      'webhook',
      'channel',
      'kind',
      'state',
      'answer_code',
      'problem',
      'attempts',
      'created_at',
    ],
    more: ['answer', 'replays', 'next_at', 'delivered_at', 'tenant', 'location', 'updated_at'],
    summary: ['webhook', 'state', 'kind'],
    filters: ['webhook', 'channel', 'state', 'problem', 'kind', 'tenant', 'location'],
  },
  detail: {
    sections: {
      delivery: ['state', 'attempts', 'replays', 'next_at', 'delivered_at'],
      answer: ['problem', 'answer_code', 'answer'],
      message: ['webhook', 'channel', 'kind', 'tenant', 'location', 'created_at', 'body'],
    },
    optional: ['webhook', 'channel'],
  },
  actions: {
    replay: {
      bulk: true,
      when: delivery => delivery.state !== 'waiting',
      why: () => 'waiting',
    },
  },
})
