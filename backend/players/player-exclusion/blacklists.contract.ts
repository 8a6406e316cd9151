/** The people whom an operator does not let in: in one location, or in all of them. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, sentence } from '../../platform/contract/primitives'
import { entityRow, exclusionList, optional, termRow, termState } from './person.contract'

export const blacklistCause = z.enum(['violence', 'fraud', 'minor', 'debt'])

export const blacklistsContract = defineContract({
  ...exclusionList,
  one: 'blacklist',
  many: 'blacklists',
  row: z.object({ ...entityRow, ...termRow, cause: blacklistCause }),
  input: z.object({
    player: id,
    cause: blacklistCause,
    /** Without a location it holds in every location of the tenant. */
    location: optional(id),
    until_date: optional(z.iso.date()),
    reason: sentence(3, 200),
  }),
  filters: z.object({ tenant: id, player: id, location: id, cause: blacklistCause, state: termState }),
  sort: ['valid_from', 'valid_to', 'created_at', 'updated_at'],
  permissions: {
    list: 'pe_blacklist::list_blacklists',
    read: 'pe_blacklist::list_blacklists',
    create: 'pe_blacklist::create',
  },
  actions: {
    cancel: {
      permission: 'pe_blacklist::cancel',
      path: '/api/player-exclusion-processor/v1/blacklist-cancel',
      input: z.object({ reason }),
    },
  },
})
