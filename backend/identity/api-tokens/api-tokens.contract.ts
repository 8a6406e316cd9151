/** API tokens: what programs may do, for whom, from where and until when. */
import { DAY_MS, HOUR_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { across, type Faults } from '../../platform/contract/across'
import { addressList } from '../../platform/contract/address-list'
import { defineContract, reason } from '../../platform/contract/contract'
import type { Permission } from '../../platform/contract/permissions'
import { id, instant, line, reference, recordRow } from '../../platform/contract/primitives'

/**
 * What a program may do, in the words of whoever connects it. Stored as permissions: a later release grants no token
 * more than it had.
 */
export const tokenRights = {
  send_data: ['rawdata::ingest'],
  read_network: [
    'tenant::list',
    'tenant::get',
    'location::list',
    'location::get',
    'slot::list',
    'slot::get',
    'slot::list_slots_status',
    'smib::list',
    'smib::get',
  ],
  read_groups: ['tenant_entity_group::list', 'location_entity_group::list', 'slot_entity_group::list'],
} as const satisfies Record<string, readonly Permission[]>
export type TokenRight = keyof typeof tokenRights

export const tokenRight = z.enum(Object.keys(tokenRights) as [TokenRight, ...TokenRight[]])
/** all: every tenant. part: only the locations and SMIBs that are named. */
export const tokenReach = z.enum(['all', 'tenant', 'part'])
export const tokenState = z.enum(['active', 'expiring', 'expired', 'revoked'])
export const tokenExpiry = z.enum(['none', 'month', 'later', 'past'])
export const tokenUse = z.enum(['week', 'quarter', 'older', 'never'])
/** How long the present secret stays valid next to the new one. */
export const overlap = z.enum(['none', 'hour', 'day', 'week'])

export const overlapMs: Record<z.output<typeof overlap>, number> = {
  none: 0,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
}
/** A token that ends within this time is shown as about to expire. Milliseconds. */
export const EXPIRING_MS = 14 * DAY_MS

const MAX_LOCATIONS = 200
const MAX_SMIBS = 500
const ids = (most: number) =>
  z
    .array(id)
    .max(most)
    .default([])
    .transform(list => [...new Set(list)])
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)

interface Chosen {
  tenant?: string | null
  all_tenants?: boolean
  rights?: readonly TokenRight[]
  locations?: readonly string[]
  smibs?: readonly string[]
}

function betweenFields({ tenant, all_tenants, rights = [], locations = [], smibs = [] }: Chosen): Faults {
  const narrows = locations.length > 0 ? 'locations' : smibs.length > 0 ? 'smibs' : null
  return {
    ...(all_tenants && tenant ? { tenant: [{ code: 'all_tenants' }] } : {}),
    ...(all_tenants && !tenant && narrows ? { [narrows]: [{ code: 'needs_tenant' }] } : {}),
    ...(narrows && rights.some(right => right !== 'send_data')
      ? { rights: [{ code: 'part_sends_only' }] }
      : {}),
  }
}

export const apiTokensContract = defineContract({
  family: 'authorization',
  one: 'api_token',
  many: 'api_tokens',
  confidential: 'all',
  paths: { list: 'api-tokens', get: 'api-token', create: 'api-token', update: 'api-token' },
  row: z.object({
    ...recordRow,
    name: z.string(),
    tenant: reference.nullable(),
    all_tenants: z.boolean(),
    reach: tokenReach,
    state: tokenState,
    rights: z.array(tokenRight),
    /** Named only when one token is read; lists say only that there are some. */
    locations: z.array(reference).optional(),
    smibs: z.array(reference).optional(),
    addresses: z.array(z.string()),
    starts_with: z.string(),
    expires_on: z.string().nullable(),
    expires_at: instant.nullable(),
    last_used_at: instant.nullable(),
    last_used_address: z.string().nullable(),
    rotated_at: instant.nullable(),
    previous_until: instant.nullable(),
    revoked_at: instant.nullable(),
  }),
  input: across(
    z.object({
      name: line(3, 60),
      tenant: optional(id),
      all_tenants: z.boolean().default(false),
      rights: z
        .array(tokenRight)
        .max(tokenRight.options.length)
        .refine(list => list.length > 0, 'required')
        .transform(list => [...new Set(list)]),
      locations: ids(MAX_LOCATIONS),
      smibs: ids(MAX_SMIBS),
      expires_on: optional(z.iso.date()),
      addresses: addressList.default([]),
    }),
    betweenFields,
  ),
  filters: z.object({ tenant: id, state: tokenState, expiry: tokenExpiry, used: tokenUse }),
  sort: ['name', 'expires_at', 'last_used_at', 'created_at', 'updated_at'],
  permissions: {
    list: 'api_token::list',
    read: 'api_token::list',
    create: 'api_token::create',
    update: 'api_token::update',
  },
  actions: {
    rotate: {
      permission: 'api_token::create',
      path: '/api/authorization/v1/api-token-rotate',
      input: z.object({ overlap, reason }),
    },
    revoke: {
      permission: 'api_token::revoke',
      path: '/api/authorization/v1/api-token-revoke',
      input: z.object({ reason }),
    },
  },
  reveals: ['create', 'rotate'],
})
