/** The national list: encrypted personal numbers. Nobody is named in it, and its hashes are never shown. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant } from '../../platform/contract/primitives'
import { entityRow, exclusionList } from './person.contract'

export const onjnState = z.enum(['pending', 'active', 'removed'])

export const onjnExclusionsContract = defineContract({
  ...exclusionList,
  one: 'onjn_exclusion',
  many: 'onjn_exclusions',
  paths: { list: 'onjn-exclusions', get: 'onjn-exclusion' },
  row: z.object({
    ...entityRow,
    /** A few characters of the keyed hash: enough to speak of an entry, too few to look for a person. */
    mark: z.string(),
    state: onjnState,
    added_on: z.string().nullable(),
    valid_from: instant,
    removed_at: instant.nullable(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, state: onjnState }),
  sort: ['mark', 'added_on', 'valid_from', 'removed_at', 'created_at', 'updated_at'],
  permissions: {
    list: 'pe_exclusion_onjn::list_encrypted_onjn_cnps',
    read: 'pe_exclusion_onjn::list_encrypted_onjn_cnps',
  },
  actions: {},
})
