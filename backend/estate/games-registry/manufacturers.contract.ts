import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { optionalLine } from '../../platform/contract/primitives'
import {
  entryInput,
  entryPermissions,
  entryRow,
  entrySort,
  optional,
  registryEntry,
} from './registry-entry.contract'

/** ISO 3166-1, two letters. */
const country = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'country')

export const manufacturersContract = defineContract({
  ...registryEntry,
  one: 'manufacturer',
  many: 'manufacturers',
  row: z.object({ ...entryRow, full_name: z.string().nullable(), country: z.string().nullable() }),
  input: z.object({ ...entryInput, full_name: optionalLine(120), country: optional(country) }),
  filters: z.object({ country: z.string().max(60) }),
  sort: [...entrySort, 'full_name', 'country'],
  permissions: entryPermissions('gr_manufacturer::list_manufacturers', 'gr_manufacturer::update'),
  access: {
    'gr_manufacturer::list_manufacturers': { kind: 'read', readBy: 'both', narrowed: false },
    'gr_manufacturer::update': { kind: 'administering', narrowed: false, systemOnly: true },
  },
  usedBy: [
    { list: 'configuration/slots', filter: 'manufacturer' },
    { list: 'games-registry/machine-types', filter: 'manufacturer' },
    { list: 'games-registry/games', filter: 'manufacturer' },
    { list: 'games-registry/game-mixes', filter: 'manufacturer' },
    { list: 'alarms/alarm-rules', filter: 'manufacturer' },
  ],
  actions: {},
})
