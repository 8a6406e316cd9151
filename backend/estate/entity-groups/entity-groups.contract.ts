/** Entity groups (specification, section 7), one contract for each type: each has its own permission (ruling 18). */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import type { Permission } from '../../platform/contract/permissions'
import { presence } from '../../platform/contract/presence'
import {
  currency,
  id,
  instant,
  line,
  optionalLine,
  optionalLines,
  reference,
} from '../../platform/contract/primitives'
import { slotStatus } from '../slots/slots.contract'

export const entityType = z.enum(['tenant', 'location', 'slot'])

/** More is what a rule is for. */
export const MAX_CHOSEN = 1_000

const chosen = z
  .array(id)
  .max(MAX_CHOSEN)
  .default([])
  .transform(ids => [...new Set(ids)])
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform(value => value ?? null)
const named = z.array(reference).optional()

const common = {
  _id: id,
  version: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  /** How many members there are now, for the reader. */
  size: z.number().int().optional(),
  /** How many by choice, and how many left out by name. */
  chosen: z.number().int(),
  left_out: z.number().int(),
  /** An answer about one group names its members; lists only count them. */
  members: named,
  excluded: named,
  archived_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
}
const input = { name: line(3, 60), description: optionalLines(300), members: chosen, excluded: chosen }
const sort = ['name', 'chosen', 'created_at', 'updated_at'] as const

const permissions = <const List extends Permission, const Change extends Permission>(
  list: List,
  change: Change,
) => ({ list, read: list, create: change, update: change, archive: change, unarchive: change })

/** Deleting is archiving: what was locked or reported by a group can still be explained. */
const paths = (type: z.output<typeof entityType>) => ({
  list: `${type}/list-entity-groups`,
  create: `${type}/add-entity-group`,
  get: `${type}/get-entity-group`,
  update: `${type}/update-entity-group`,
  archive: `${type}/delete-entity-group`,
  unarchive: `${type}/restore-entity-group`,
})

export const tenantGroupsContract = defineContract({
  family: 'configuration',
  one: 'tenant_entity_group',
  many: 'tenant_entity_groups',
  paths: paths('tenant'),
  row: z.object({ ...common, rule_query: z.string().nullable(), rule_currency: currency.nullable() }),
  input: z.object({ ...input, rule_query: optionalLine(200), rule_currency: optional(currency) }),
  filters: z.object({ archived: z.boolean() }),
  sort: [...sort],
  permissions: permissions('tenant_entity_group::list', 'tenant_entity_group::update'),
  actions: {},
})

export const locationGroupsContract = defineContract({
  family: 'configuration',
  one: 'location_entity_group',
  many: 'location_entity_groups',
  paths: paths('location'),
  row: z.object({
    ...common,
    tenant: reference.nullable(),
    rule_query: z.string().nullable(),
    rule_tenant: reference.nullable(),
    rule_county: z.string().nullable(),
    rule_city: z.string().nullable(),
  }),
  input: z.object({
    ...input,
    tenant: optional(id),
    rule_query: optionalLine(200),
    rule_tenant: optional(id),
    rule_county: optionalLine(40),
    rule_city: optionalLine(60),
  }),
  filters: z.object({ tenant: id, archived: z.boolean() }),
  sort: [...sort],
  permissions: permissions('location_entity_group::list', 'location_entity_group::update'),
  actions: {},
})

export const slotGroupsContract = defineContract({
  family: 'configuration',
  one: 'slot_entity_group',
  many: 'slot_entity_groups',
  paths: paths('slot'),
  row: z.object({
    ...common,
    tenant: reference.nullable(),
    rule_query: z.string().nullable(),
    rule_tenant: reference.nullable(),
    rule_location: reference.nullable(),
    rule_manufacturer: z.string().nullable(),
    rule_status: slotStatus.nullable(),
    rule_state: presence.nullable(),
  }),
  input: z.object({
    ...input,
    tenant: optional(id),
    rule_query: optionalLine(200),
    rule_tenant: optional(id),
    rule_location: optional(id),
    rule_manufacturer: optionalLine(60),
    rule_status: optional(slotStatus),
    rule_state: optional(presence),
  }),
  filters: z.object({ tenant: id, archived: z.boolean() }),
  sort: [...sort],
  permissions: permissions('slot_entity_group::list', 'slot_entity_group::update'),
  actions: {},
})
