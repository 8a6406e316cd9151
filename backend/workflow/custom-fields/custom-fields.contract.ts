/** Fields that a tenant adds to its slots, locations and SMIBs: what each is called and what may stand in it. */
import { z } from 'zod'
import { across, type Faults } from '../../platform/contract/across'
import { defineContract } from '../../platform/contract/contract'
import { customEntity, customKey, customKind, MOST_DECIMALS } from '../../platform/contract/custom-values'
import { fold } from '../../platform/contract/fold'
import { id, line, recordRow, reference } from '../../platform/contract/primitives'

export const MAX_CHOICE = 60
export const MOST_CHOICES = 50

const fields = z.object({
  name: line(2, 40),
  tenant: z
    .union([z.literal('').transform(() => null), id])
    .nullish()
    .transform(value => value ?? null),
  entity: customEntity.default('slot'),
  /** Left out, it is made of the name. */
  key: z
    .union([z.literal('').transform(() => null), customKey])
    .nullish()
    .transform(value => value ?? null),
  kind: customKind.default('text'),
  decimals: z.number().int().min(0).max(MOST_DECIMALS).default(0),
  choices: z
    .array(line(1, MAX_CHOICE))
    .max(MOST_CHOICES)
    .default([])
    // Files and filters do not tell "Leased" and "leased" apart.
    .transform(all => [...new Map(all.toReversed().map(one => [fold(one), one])).values()].toReversed()),
})
export type CustomFieldInput = z.output<typeof fields>

export const customFieldsContract = defineContract({
  family: 'configuration',
  one: 'custom-field',
  many: 'custom-fields',
  row: z.object({
    ...recordRow,
    name: z.string(),
    tenant: reference,
    entity: customEntity,
    key: z.string(),
    kind: customKind,
    decimals: z.number().int(),
    choices: z.array(z.string()),
  }),
  input: across(fields, ({ kind, choices }): Faults =>
    kind === 'choice' && choices?.length === 0 ? { choices: [{ code: 'required' }] } : {},
  ),
  filters: z.object({ tenant: id, entity: customEntity, kind: customKind, archived: z.boolean() }),
  sort: ['name', 'key', 'created_at', 'updated_at'],
  order: { by: 'name', direction: 'ASC' },
  permissions: {
    list: 'custom_field::list',
    read: 'custom_field::list',
    create: 'custom_field::update',
    update: 'custom_field::update',
    archive: 'custom_field::update',
    unarchive: 'custom_field::update',
  },
  access: {
    'custom_field::list': { kind: 'read', readBy: 'neither', narrowed: false },
    'custom_field::update': { kind: 'managing', narrowed: false, needsWhole: true },
  },
  actions: {},
})
