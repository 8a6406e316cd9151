import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id } from '../../platform/contract/primitives'
import {
  entryInput,
  entryPermissions,
  entryRow,
  entrySort,
  maker,
  optional,
  optionalCount,
  registryEntry,
} from './registry-entry.contract'

/** The classes of the Romanian act: stakes and wins without a limit (A), or with one (B). Domain notes, section 10. */
export const operatingClass = z.enum(['A', 'B'])

export const machineTypesContract = defineContract({
  ...registryEntry,
  one: 'machine_type',
  many: 'machine-types',
  row: z.object({
    ...entryRow,
    manufacturer: maker,
    operating_class: operatingClass.nullable(),
    /** Players at once: a roulette has several. */
    positions: z.number().int().nullable(),
  }),
  input: z.object({
    ...entryInput,
    manufacturer: optional(id),
    operating_class: optional(operatingClass),
    positions: optionalCount(64),
  }),
  filters: z.object({ manufacturer: id, operating_class: operatingClass }),
  sort: [...entrySort, 'manufacturer', 'positions'],
  permissions: entryPermissions('gr_machine_type::list_machine_types', 'gr_machine_type::update'),
  access: {
    'gr_machine_type::list_machine_types': { kind: 'read', readBy: 'both', narrowed: false },
    'gr_machine_type::update': { kind: 'administering', narrowed: false, systemOnly: true },
  },
  usedBy: [{ list: 'configuration/slots', filter: 'machine_type' }],
  actions: {},
})
