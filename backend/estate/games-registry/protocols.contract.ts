import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { entryInput, entryPermissions, entryRow, entrySort, registryEntry } from './registry-entry.contract'

export const protocolFamily = z.enum(['sas', 'gsa', 'qcom', 'vendor', 'pulse'])

export const protocolsContract = defineContract({
  ...registryEntry,
  one: 'protocol',
  many: 'protocols',
  row: z.object({
    ...entryRow,
    protocol_family: protocolFamily,
    /** The SMIBs of this system speak it, so its name is fixed: it decides which commands a slot understands. */
    spoken: z.boolean(),
  }),
  input: z.object({ ...entryInput, protocol_family: protocolFamily.default('vendor') }),
  filters: z.object({ protocol_family: protocolFamily }),
  sort: [...entrySort, 'protocol_family'],
  permissions: entryPermissions('gr_protocol::list_protocols', 'gr_protocol::update'),
  access: {
    'gr_protocol::list_protocols': { kind: 'read', readBy: 'both', narrowed: false },
    'gr_protocol::update': { kind: 'administering', narrowed: false, systemOnly: true },
  },
  usedBy: [{ list: 'configuration/slots', filter: 'protocol' }],
  actions: {},
})
