/** Sets of settings on the wire: what they are for, where they are found, who may. */
import { z } from 'zod'
import type { Permission } from '../contract/permissions'
import { reason } from '../contract/contract'
import { currency, id, instant, reference, sentBackOf, versionInput } from '../contract/primitives'
import { smibSettings } from './smib-settings.contract'
import { fraudSettings } from './fraud-settings.contract'
import { generalSettings } from './general-settings.contract'
import { paymentSettings } from './payment-settings.contract'
import { sasSettings } from './sas-settings.contract'
import type { Catalogue, Level } from './setting.contract'

interface Kind {
  /** Where its own values stand. */
  level: Level
  catalogue: Catalogue
  family: 'configuration' | 'fraud-detector-db' | 'okto-processor' | 'settings'
  path: string
  read: Permission
  update: Permission
}

/** By their name in the console's addresses: /config/<kind>/<id>. */
export const configKinds = {
  tenant: {
    level: 'tenant',
    catalogue: smibSettings,
    family: 'configuration',
    path: '/api/configuration/v1/tenant-config',
    read: 'tenant::list',
    update: 'tenant::update_config',
  },
  location: {
    level: 'location',
    catalogue: smibSettings,
    family: 'configuration',
    path: '/api/configuration/v1/location-config',
    read: 'location::list',
    update: 'location::update_config',
  },
  smib: {
    level: 'smib',
    catalogue: smibSettings,
    family: 'configuration',
    path: '/api/configuration/v1/smib-config',
    read: 'smib::list',
    update: 'smib::update_config',
  },
  slot: {
    level: 'slot',
    catalogue: sasSettings,
    family: 'configuration',
    path: '/api/configuration/v1/slot-config',
    read: 'slot::list',
    update: 'slot::update_config',
  },
  fraud: {
    level: 'tenant',
    catalogue: fraudSettings,
    family: 'fraud-detector-db',
    path: '/api/fraud-detector-db/v1/tenant-settings',
    read: 'tenant::get_fraud_settings',
    update: 'tenant::update_fraud_settings',
  },
  payments: {
    level: 'tenant',
    catalogue: paymentSettings,
    family: 'okto-processor',
    path: '/api/okto-processor/v1/tenant-settings',
    read: 'payment_merchant::list',
    update: 'payment_merchant::update',
  },
  // The specification's settings_system_type and settings_system_id.
  'general-system': {
    level: 'system',
    catalogue: generalSettings,
    family: 'settings',
    path: '/api/settings/v1/general-settings/system',
    read: 'general_settings::get',
    update: 'general_settings::update',
  },
  'general-tenant': {
    level: 'tenant',
    catalogue: generalSettings,
    family: 'settings',
    path: '/api/settings/v1/general-settings/tenant',
    read: 'tenant::get_general_settings',
    update: 'tenant::update_general_settings',
  },
  'general-location': {
    level: 'location',
    catalogue: generalSettings,
    family: 'settings',
    path: '/api/settings/v1/general-settings/location',
    read: 'location::get_general_settings',
    update: 'location::update_general_settings',
  },
} as const satisfies Record<string, Kind>
export type ConfigKind = keyof typeof configKinds
export const kindNames = Object.keys(configKinds) as [ConfigKind, ...ConfigKind[]]
/** Nothing is inherited there: what is not set is the default. */
export const isFlat = (kind: ConfigKind): boolean => kind === 'fraud' || kind === 'payments'
/** By level, since three sets share one catalogue. */
export const isGeneral = (kind: ConfigKind): boolean => configKinds[kind].family === 'settings'

/** What the audit log calls settings of a kind. */
export const auditEntityOf = (kind: ConfigKind): string =>
  isFlat(kind)
    ? `${kind === 'fraud' ? 'fraud' : 'payment'}_settings`
    : isGeneral(kind)
      ? `${configKinds[kind].level}_general_settings`
      : `${kind}_config`

const value = z.union([z.string(), z.number(), z.boolean()])
/** Longer than any setting may be; each has its own limit. */
const given = z.union([z.string().max(2_000), z.number(), z.boolean()])
const level = z.enum(['system', 'tenant', 'location', 'smib', 'slot', 'record'])

const origin = z.object({
  level,
  of: z.enum(['slot', 'smib']).nullable(),
  _id: id.nullable(),
  name: z.string(),
})

const effective = z.object({
  /** What counts here; null where nothing does. Of a secret always null: `has` says whether there is one. */
  value: value.nullable(),
  has: z.boolean(),
  /** `of`: whose record, of level `record`. */
  from: origin,
  /** What is set here itself. */
  own: value.nullable(),
  is_own: z.boolean(),
  /** What would count without the own value. */
  inherited: z.object({ value: value.nullable(), has: z.boolean(), from: origin }),
})

/** Whether a SMIB runs what this page shows. Versions are of the effective configuration. */
const boardState = z.object({
  state: z.enum(['never_asked', 'waiting', 'taken', 'running']),
  current_version: z.string(),
  asked_at: instant.nullable(),
  taken_version: z.string().nullable(),
  taken_at: instant.nullable(),
  running_version: z.string().nullable(),
  running_since: instant.nullable(),
})

export const config = z.object({
  _id: id,
  kind: z.enum(kindNames),
  name: z.string(),
  tenant: reference,
  currency,
  /** 0: nothing has been set here yet. */
  version: z.number().int(),
  changed_at: instant.nullable(),
  changed_by: z.string().nullable(),
  archived: z.boolean(),
  /** Levels that are inherited from, nearest first. */
  parents: z.array(z.object({ level, _id: id.nullable(), name: z.string() })),
  settings: z.record(z.string(), effective),
  board: boardState.nullable(),
  /** Slot and SMIB that belong together, for links. */
  slot: reference.nullable(),
  smib: reference.nullable(),
})
export type Config = z.infer<typeof config>
export const configAnswer = z.object({ config })

/**
 * Whose general settings there are: the system's and tenants' that the caller may open, and each location's that has
 * its own.
 */
export const generalOwners = z.object({
  owners: z.array(
    z.object({
      _id: id,
      kind: z.enum(['general-system', 'general-tenant', 'general-location']),
      name: z.string(),
      tenant: reference.nullable(),
      /** How many settings are set there. */
      own: z.number().int(),
      changed_at: instant.nullable(),
      changed_by: z.string().nullable(),
    }),
  ),
  /** There are more than are listed. */
  more: z.boolean(),
  /** Versions of the zone data that times and gaming days go by, and of those that the platform carries. */
  zone_data: z.object({ version: z.string(), platform: z.string() }),
})
export type GeneralOwners = z.infer<typeof generalOwners>

/**
 * Of `values` null takes the own value back; what is left out stays. Without a reason, nothing that money depends on is
 * changed.
 */
export const configInput = z.strictObject({
  ...sentBackOf(config),
  version: versionInput,
  values: z.record(z.string().max(64), given.nullable()).optional(),
  reason: reason.optional(),
  /**
   * As they were read: what is not its own any more is taken back, and a secret that says nothing stays. `values`
   * counts before it.
   */
  settings: z
    .record(z.string().max(64), z.looseObject({ own: given.nullable(), is_own: z.boolean() }))
    .optional(),
})
/** The specification's names for whose they are and who saves them: taken where address and sender agree. */
export const generalInput = configInput.extend({
  settings_system_type: z.string().max(16).optional(),
  settings_system_id: id.optional(),
  user_id: z.union([id, z.literal(''), z.null()]).optional(),
})
export const restoreInput = z
  .object({ version: z.number().int().min(0), restore: z.number().int().min(0), reason: reason.optional() })
  .strict()

const change = z.object({
  key: z.string(),
  before: value.nullable(),
  after: value.nullable(),
  secret: z.boolean(),
})
export type SettingChange = z.infer<typeof change>

export const configVersions = z.object({
  versions: z.array(
    z.object({
      version: z.number().int(),
      changed_at: instant,
      changed_by: z.string(),
      source: z.string(),
      restored_from: z.number().int().nullable(),
      reason: z.string().nullable(),
      changes: z.array(change),
    }),
  ),
  total: z.number().int(),
})
export type ConfigVersions = z.infer<typeof configVersions>

/** What a restore of this version would change, seen from now. */
export const restorePreview = z.object({
  version: z.number().int(),
  restore: z.number().int(),
  changes: z.array(change),
})

export const difference = z.object({
  left: z.object({ location: reference, tenant: reference }),
  right: z.object({ location: reference, tenant: reference }),
  rows: z.array(z.object({ key: z.string(), left: effective, right: effective, same: z.boolean() })),
})
export type Difference = z.infer<typeof difference>
