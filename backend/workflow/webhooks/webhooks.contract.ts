/** Notifications for other systems: signed, tried again, and to be sent again by hand. */
import { z } from 'zod'
import { overlap } from '../../identity/api-tokens/api-tokens.contract'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, line, reference, recordRow } from '../../platform/contract/primitives'
import { notificationCategory } from '../news/notifications.contract'

/** What another system may receive: never exclusions of players, nor what is one person's own. */
export const webhookKind = notificationCategory.exclude(['exclusion', 'comment'])

/** Each is a request for every notification of its kinds. */
export const MOST_WEBHOOKS = 20
/** Only the beginning of an answer is stored. Bytes. */
export const STORED_ANSWER_BYTES = 500
const MAX_ADDRESS = 500

export const deliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryState = z.output<typeof deliveryState>
/** Why the last try came to nothing. */
export const deliveryProblem = z.enum([
  'answered',
  'redirected',
  'timeout',
  'connection',
  'certificate',
  'unresolved',
  'private_address',
  'scheme',
  'secret',
])
export type DeliveryProblem = z.output<typeof deliveryProblem>

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)

export const webhooksContract = defineContract({
  family: 'webhooks',
  one: 'webhook',
  many: 'webhooks',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    name: z.string(),
    address: z.string(),
    kinds: z.array(webhookKind),
    tenant: reference.nullable(),
    /** Null: of the whole tenant. */
    location: reference.nullable(),
    enabled: z.boolean(),
    starts_with: z.string(),
    rotated_at: instant.nullable(),
    previous_until: instant.nullable(),
  }),
  input: z.object({
    name: line(3, 60),
    /** https alone; no name or password in it. */
    address: line(9, MAX_ADDRESS),
    kinds: z
      .array(webhookKind)
      .max(webhookKind.options.length)
      .refine(list => list.length > 0, 'required')
      .transform(list => [...new Set(list)]),
    tenant: optional(id),
    location: optional(id),
    enabled: z.boolean().default(true),
  }),
  filters: z.object({ tenant: id, location: id, enabled: z.boolean(), archived: z.boolean() }),
  sort: ['name', 'created_at', 'updated_at'],
  permissions: {
    list: 'webhook::list',
    read: 'webhook::list',
    create: 'webhook::update',
    update: 'webhook::update',
    archive: 'webhook::update',
    unarchive: 'webhook::update',
  },
  actions: {
    rotate: {
      permission: 'webhook::update',
      path: '/api/webhooks/v1/webhook-rotate',
      input: z.object({ overlap, reason }),
    },
  },
  reveals: ['create', 'rotate'],
})

export const webhookDeliveriesContract = defineContract({
  family: 'webhooks',
  one: 'webhook-delivery',
  many: 'webhook-deliveries',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    /** What the receiver knows it by: the same at each try and each replay. */
    message: z.string(),
    /** One of the two. */
    webhook: reference.nullable(),
    channel: reference.nullable(),
    tenant: reference.nullable(),
    location: reference.nullable(),
    kind: webhookKind,
    state: deliveryState,
    attempts: z.number().int(),
    replays: z.number().int(),
    next_at: instant.nullable(),
    answer_code: z.number().int().nullable(),
    answer: z.string().nullable(),
    problem: deliveryProblem.nullable(),
    delivered_at: instant.nullable(),
    body: z.string(),
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    webhook: id,
    channel: id,
    kind: webhookKind,
    state: deliveryState,
    problem: deliveryProblem,
  }),
  sort: ['created_at', 'delivered_at'],
  permissions: { list: 'webhook::list', read: 'webhook::list' },
  actions: {
    replay: {
      permission: 'webhook::update',
      path: '/api/webhooks/v1/webhook-delivery-replay',
      input: z.object({}),
    },
  },
})
