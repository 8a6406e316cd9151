import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant } from '../../platform/contract/primitives'

export const resourceType = z.enum(['slot', 'location', 'tenant', 'user', 'player'])
export const notificationSeverity = z.enum(['info', 'warning', 'alarm'])

/** What it is about, as a person sorts them; several templates are one. */
export const notificationCategory = z.enum([
  'door',
  'handpay',
  'jackpot',
  'bill',
  'memory',
  'meters',
  'configuration',
  'lock',
  'connection',
  'anomaly',
  'exclusion',
  'approval',
  'comment',
  'other',
])
export type NotificationCategory = z.infer<typeof notificationCategory>

/** The specification's real-time notification (section 3), and what this backend adds. */
export const notification = z.object({
  id,
  seen: z.boolean(),
  confirmed: z.boolean(),
  resource_type: resourceType,
  resource_details: z.record(z.string(), z.string()),
  /** Template text by language; null for a template that this release no longer has. */
  content: z.object({ en: z.string(), ro: z.string(), pt: z.string() }).nullable(),
  /** The template's values. */
  data: z.record(z.string(), z.string()),
  /** When it was last raised, and how often. */
  timestamp: instant,
  count: z.number().int(),
  severity: notificationSeverity,
  category: notificationCategory,
})
export type RealTimeNotification = z.infer<typeof notification>

export const notificationFilters = z
  .object({
    _id: id,
    seen: z.boolean(),
    confirmed: z.boolean(),
    resource_type: resourceType,
    severity: notificationSeverity,
    category: notificationCategory,
    /** By this person's subscriptions: on the bell, or not. */
    told: z.boolean(),
  })
  .partial()
export type NotificationFilters = {
  [Name in keyof z.infer<typeof notificationFilters>]?: NonNullable<
    z.infer<typeof notificationFilters>[Name]
  >[]
}

export const notificationIds = z.strictObject({ ids: z.array(id).min(1).max(5_000) })

/** A user's own notifications as a list: nobody needs a permission to read what was sent to them. */
const everyone = { all: [] } as const
const mark = (name: 'seen' | 'confirm') => ({
  permission: everyone,
  path: `/api/notifications/v1/${name}`,
  input: z.object({}),
})

export const notificationsContract = defineContract({
  family: 'notifications',
  one: 'notification',
  many: 'list',
  row: notification.extend({ _id: id }),
  input: z.object({}),
  filters: notificationFilters.omit({ _id: true, told: true }).required(),
  sort: ['timestamp'],
  order: { by: 'timestamp', direction: 'DESC' },
  permissions: { list: everyone, read: everyone },
  actions: { seen: mark('seen'), confirm: mark('confirm') },
})
