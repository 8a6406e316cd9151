/** Which notifications a person wants, how, and when not; and their texts. */
import { z } from 'zod'
import { id, instant, reference, sentBackOf, versionInput } from '../../platform/contract/primitives'
import { notificationCategory, notificationSeverity } from '../news/notifications.contract'
import { templates, type TemplateName } from '../news/notification-templates.contract'

export const templateName = z.enum(Object.keys(templates) as [TemplateName, ...TemplateName[]])

/** Minutes of the day. */
const minuteOfDay = z.number().int().min(0).max(1_439)

/** `quiet_from` equal to `quiet_to`, or null: no quiet hours. In the person's own time zone. */
export const wishes = z.object({
  quiet_from: minuteOfDay.nullable(),
  quiet_to: minuteOfDay.nullable(),
  /** Alarms come by e-mail in quiet hours, too. */
  alarms_in_quiet: z.boolean(),
  /** Alarms that nobody confirms come by e-mail at once, whatever else is chosen. */
  escalations: z.boolean(),
})
export type Wishes = z.output<typeof wishes>

const choice = z.boolean().nullable()
export const subscription = z.object({
  template: templateName,
  category: notificationCategory,
  severity: notificationSeverity,
  /** The text that this person gets, in the three languages. */
  content: z.object({ en: z.string(), ro: z.string(), pt: z.string() }),
  /** Their tenant's, or the system's, own words count in at least one language. */
  own_words: z.boolean(),
  /** What is chosen for this scope; null: nothing. */
  in_app: choice,
  email: choice,
  /** What counts without a choice for this scope. */
  usual: z.object({ in_app: z.boolean(), email: z.boolean() }),
})
export type Subscription = z.output<typeof subscription>

export const subscriptionsQuery = z.object({ location: id.optional() })
export const subscriptions = z.object({
  /** Null: everywhere. */
  location: reference.nullable(),
  wishes,
  subscriptions: z.array(subscription),
  /** Locations that have choices of their own. */
  with_own: z.array(reference),
})
export type Subscriptions = z.output<typeof subscriptions>

export const subscriptionsInput = z.strictObject({
  location: id.nullish(),
  wishes: wishes.strict().optional(),
  /** Null takes a choice back; what is left out stays. */
  subscriptions: z
    .array(z.strictObject({ template: templateName, in_app: choice, email: choice }))
    .max(templateName.options.length)
    .default([]),
})

/** Long enough for any sentence, short enough for a phone's bell. */
export const MOST_LETTERS = 200
const words = z.string().trim().max(MOST_LETTERS)
const content = z.object({ en: words.nullable(), ro: words.nullable(), pt: words.nullable() })

export const notificationTemplate = z.object({
  name: templateName,
  version: z.number().int(),
  category: notificationCategory,
  severity: notificationSeverity,
  /** The names that may be in braces. */
  placeholders: z.array(z.string()),
  /** Own words; null: what is inherited. */
  content,
  /** What counts without own words: the system's for a tenant, the release's otherwise. */
  inherited: z.object({ en: z.string(), ro: z.string(), pt: z.string() }),
  updated_at: instant.nullable(),
})
export type NotificationTemplate = z.output<typeof notificationTemplate>
export const templateAnswer = z.object({ template: notificationTemplate })
export const templateParams = z.object({ template: templateName })
export const templateInput = z.strictObject({
  ...sentBackOf(notificationTemplate),
  version: versionInput,
  content: content.strict(),
})
