/** Notifications where people talk: in Microsoft Teams, Slack and Telegram, and as text messages through a gateway. */
import { z } from 'zod'
import { across, type Faults } from '../../platform/contract/across'
import { defineContract } from '../../platform/contract/contract'
import {
  id,
  instant,
  line,
  optionalLine,
  optionalLines,
  recordRow,
  reference,
} from '../../platform/contract/primitives'
import { notificationSeverity } from '../news/notifications.contract'
import { textProblem, unknownPlaceholder } from '../news/placeholders.contract'
import { deliveryProblem, webhookKind } from './webhooks.contract'

export const channelKind = z.enum(['teams', 'slack', 'telegram', 'sms'])
export type ChannelKind = z.output<typeof channelKind>
export const channelLanguage = z.enum(['en', 'ro', 'pt'])
/** How an SMS gateway reads what is sent to it. */
export const gatewayFormat = z.enum(['json', 'form'])

/** Of the tenant's that are not archived. */
export const MOST_CHANNELS = 20
const MOST_LOCATIONS = 50
const MAX_ADDRESS = 500
/** Addresses of workflows have some three hundred characters. */
const MAX_SECRET = 1_000

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)
const timeOfDay = orNull(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time_of_day'))
const someOf = <Schema extends z.ZodEnum>(values: Schema) =>
  z
    .array(values)
    .max(values.options.length)
    .refine(list => list.length > 0, 'required')
    .transform(list => [...new Set(list)])

/** What a channel's own wording may name. */
const wordingValues = ['text', 'severity', 'location', 'serial', 'time', 'link'] as const
export type WordingValue = (typeof wordingValues)[number]
/** What a gateway's template may name. */
const gatewayValues = ['to', 'text'] as const
export type GatewayValue = (typeof gatewayValues)[number]

const fields = z.object({
  name: line(3, 60),
  tenant: orNull(id),
  kind: channelKind.default('teams'),
  /** Of an SMS gateway, or of a Bot API server of one's own; that of Teams and Slack is a secret. */
  address: optionalLine(MAX_ADDRESS),
  /** The webhook's address, the bot's token, or the value of the gateway's header. Left out, the present one stays. */
  secret: optionalLine(MAX_SECRET),
  /** A chat's id or name in Telegram, a phone number. */
  recipient: optionalLine(40),
  /** Of the gateway: which header has the secret. */
  header: optionalLine(40),
  format: gatewayFormat.default('json'),
  template: optionalLines(2_000),
  language: channelLanguage.default('en'),
  wording: optionalLines(500),
  severities: someOf(notificationSeverity),
  kinds: someOf(webhookKind),
  /** None: each of the tenant's, and what concerns the tenant as a whole. */
  locations: z
    .array(id)
    .max(MOST_LOCATIONS)
    .default([])
    .transform(ids => [...new Set(ids)]),
  /** At the location's own time; both or neither. */
  quiet_from: timeOfDay,
  quiet_to: timeOfDay,
  alarms_in_quiet: z.boolean().default(false),
  enabled: z.boolean().default(true),
})
export type ChannelInput = z.output<typeof fields>

function faultsOf(fine: Partial<ChannelInput>): Faults {
  const { kind, quiet_from, quiet_to, wording } = fine
  const faults: Faults = {}
  const required = [{ code: 'required' }]
  if (kind === 'telegram' || kind === 'sms') {
    if (fine.recipient === null) faults.recipient = required
    else if (fine.recipient && !recipients[kind].test(fine.recipient))
      faults.recipient = [{ code: 'invalid' }]
  }
  // The bot's part of the address is put behind it.
  if (kind === 'telegram' && fine.address?.includes('?')) faults.address = [{ code: 'invalid' }]
  if (kind === 'telegram' && fine.secret && !BOT_TOKEN.test(fine.secret))
    faults.secret = [{ code: 'bot_token' }]
  if (kind === 'sms') Object.assign(faults, gatewayFaults(fine))
  const wrong = wording && textProblem(wording, wordingValues)
  if (wrong) faults.wording = [wrong]
  if (quiet_from !== undefined && quiet_to !== undefined) {
    if ((quiet_from === null) !== (quiet_to === null))
      faults[quiet_from === null ? 'quiet_from' : 'quiet_to'] = required
    else if (quiet_from !== null && quiet_from === quiet_to) faults.quiet_to = [{ code: 'not_after_start' }]
  }
  return faults
}

const recipients = { telegram: /^(?:-?\d{1,20}|@\w{5,32})$/, sms: /^\+?\d{6,15}$/ } as const
/** `123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11`: it is a part of the address, so nothing else may be in it. */
const BOT_TOKEN = /^\d{3,20}:[\w-]{10,100}$/
/** Headers that the request itself has. */
const OWN_HEADER =
  /^(?:host|content-.*|connection|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*)$/i

function gatewayFaults({ address, header, secret, template, format }: Partial<ChannelInput>): Faults {
  const faults: Faults = {}
  if (address === null) faults.address = [{ code: 'required' }]
  if (header && (!/^[\w-]+$/.test(header) || OWN_HEADER.test(header))) faults.header = [{ code: 'invalid' }]
  if (secret && !/^[\x20-\x7e]+$/.test(secret)) faults.secret = [{ code: 'invalid' }]
  if (template === null) faults.template = [{ code: 'required' }]
  else if (template !== undefined) {
    const unknown = unknownPlaceholder(template, gatewayValues)
    if (unknown) faults.template = [unknown]
    else if (!template.includes('{text}'))
      faults.template = [{ code: 'needs_value', params: { name: '{text}' } }]
    else if (format === 'json' && !isJsonWithValues(template)) faults.template = [{ code: 'json_values' }]
  }
  return faults
}

/** A value may hold anything, so it must stand within quotes. */
function isJsonWithValues(template: string): boolean {
  try {
    JSON.parse(template.replace(/\{(?:to|text)\}/g, 'a\\"b'))
    return true
  } catch {
    return false
  }
}

export const notificationChannelsContract = defineContract({
  family: 'webhooks',
  one: 'notification-channel',
  many: 'notification-channels',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    name: z.string(),
    tenant: reference.nullable(),
    kind: channelKind,
    address: z.string().nullable(),
    /** The host that it is sent to: of the address, the rest may be secret. */
    sent_to: z.string(),
    /** Null: there is none. */
    secured_at: instant.nullable(),
    recipient: z.string().nullable(),
    header: z.string().nullable(),
    format: gatewayFormat,
    template: z.string().nullable(),
    language: channelLanguage,
    wording: z.string().nullable(),
    severities: z.array(notificationSeverity),
    kinds: z.array(webhookKind),
    locations: z.array(reference),
    quiet_from: z.string().nullable(),
    quiet_to: z.string().nullable(),
    alarms_in_quiet: z.boolean(),
    enabled: z.boolean(),
    /** The last test: when, how long its answer took, and what it was. */
    tested_at: instant.nullable(),
    test_ms: z.number().int().nullable(),
    test_problem: deliveryProblem.nullable(),
    test_code: z.number().int().nullable(),
    test_answer: z.string().nullable(),
  }),
  input: across(fields, faultsOf),
  filters: z.object({
    tenant: id,
    location: id,
    kind: channelKind,
    enabled: z.boolean(),
    archived: z.boolean(),
  }),
  sort: ['name', 'kind', 'created_at', 'updated_at'],
  order: { by: 'name', direction: 'ASC' },
  // Whoever may send notifications out of the house may do so either way.
  permissions: {
    list: 'webhook::list',
    read: 'webhook::list',
    create: 'webhook::update',
    update: 'webhook::update',
    archive: 'webhook::update',
    unarchive: 'webhook::update',
  },
  actions: {
    test: {
      permission: 'webhook::update',
      path: '/api/webhooks/v1/notification-channel-test',
      input: z.object({}),
    },
  },
})
