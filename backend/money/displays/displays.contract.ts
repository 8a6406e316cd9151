/** A channel defines what is shown in a location, and displays are the screens that show it. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, line, money, optionalLine, reference } from '../../platform/contract/primitives'

const count = z.number().int()
const times = { archived_at: instant.nullable(), created_at: instant, updated_at: instant }
const family = 'display-channels'
/** As the specification asks of both pages. */
export const readsDisplays = { all: ['jackpot::list', 'display_channel::list'] } as const
const writes = {
  list: readsDisplays,
  read: readsDisplays,
  create: 'display_channel::create',
  update: 'display_channel::update',
  archive: 'display_channel::archive',
  unarchive: 'display_channel::unarchive',
} as const

export const displayTheme = z.enum(['calm', 'bright', 'dark'])
export const displayResolution = z.enum(['hd', 'full_hd', 'uhd', 'portrait'])
export const displayLanguage = z.enum(['ro', 'pt', 'en'])
/** More cannot be read from ten metres. */
const MOST_LEVELS = 10

export const displayChannelsContract = defineContract({
  family,
  one: 'display-channel',
  many: 'display-channels',
  row: z.object({
    _id: id,
    version: count,
    name: z.string(),
    tenant: reference,
    location: reference,
    theme: displayTheme,
    resolution: displayResolution,
    language: displayLanguage,
    /** An answer about one channel names its displays; lists say only how many there are. */
    levels: z.array(reference).optional(),
    level_count: count,
    ...times,
  }),
  input: z.object({
    name: line(3, 60),
    location: id,
    theme: displayTheme.default('calm'),
    resolution: displayResolution.default('full_hd'),
    language: displayLanguage.default('ro'),
    levels: z
      .array(id)
      .max(MOST_LEVELS)
      .default([])
      .transform(list => [...new Set(list)]),
  }),
  filters: z.object({ tenant: id, location: id, theme: displayTheme, language: displayLanguage }),
  answerAliases: { rows: 'display_channels', total: 'count' },
  sort: ['name', 'created_at', 'updated_at'],
  permissions: writes,
  holds: [{ list: `${family}/displays`, filter: 'channel' }],
  actions: {},
})

export const displayState = z.enum(['connected', 'silent', 'never', 'revoked'])

export const displaysContract = defineContract({
  family,
  one: 'display',
  many: 'displays',
  paths: { update: 'displays/update' },
  row: z.object({
    _id: id,
    version: count,
    name: z.string(),
    place: z.string().nullable(),
    channel: reference,
    tenant: reference,
    location: reference,
    state: displayState,
    last_seen_at: instant.nullable(),
    starts_with: z.string(),
    rotated_at: instant.nullable(),
    revoked_at: instant.nullable(),
    ...times,
  }),
  input: z.object({ channel: id, name: line(2, 60), place: optionalLine(100) }),
  filters: z.object({ tenant: id, location: id, channel: id, state: displayState }),
  answerAliases: { rows: 'display_channels', total: 'count' },
  sort: ['name', 'last_seen_at', 'created_at', 'updated_at'],
  permissions: writes,
  actions: {
    rotate: {
      permission: 'display_channel::update',
      path: `/api/${family}/v1/display-rotate`,
      input: z.object({ reason }),
    },
    revoke: {
      permission: 'display_channel::update',
      path: `/api/${family}/v1/display-revoke`,
      input: z.object({ reason }),
    },
  },
  reveals: ['create', 'rotate'],
})

export const DISPLAY_PAGE = '/hall'
export const displayPaths = {
  open: `/api/${family}/v1/hall`,
  values: `/api/${family}/v1/hall-values`,
  preview: `/api/${family}/v1/hall-preview`,
} as const

const token = z.string().max(100)
export const displayInput = z.strictObject({ token })
/** One answer reports at most this many displays. */
export const MOST_DISPLAYS = 500
export const valuesInput = z.strictObject({ tokens: z.array(token).min(1).max(MOST_DISPLAYS) })

export const displayLevel = z.object({
  _id: id,
  name: z.string(),
  /** Within one run it only grows. */
  run: count,
  value: money,
  is_near: z.boolean(),
  /** Won and not reset yet. */
  is_held: z.boolean(),
  /** While it is celebrated. */
  win: z.object({ amount: money, slot: z.string(), location: z.string(), at: instant }).nullable(),
})
export const displayScreen = z.object({
  channel: id,
  name: z.string(),
  theme: displayTheme,
  resolution: displayResolution,
  language: displayLanguage,
  time_zone: z.string(),
  as_of: instant,
  levels: z.array(displayLevel).max(MOST_LEVELS),
})
export type DisplayScreen = z.infer<typeof displayScreen>

export const valuesAnswer = z.object({
  halls: z.array(displayScreen),
  /** For each token, in their order: the index of its channel among the halls; null for one that opens nothing. */
  of: z.array(count.nullable()),
})
