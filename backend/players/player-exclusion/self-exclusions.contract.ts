/** Self-exclusions, exclusions by a court or an operator, and what ONJN sent by name. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, optionalLine, optionalSentence } from '../../platform/contract/primitives'
import { entityRow, exclusionList, optional, termRow, termState } from './person.contract'

export const exclusionSource = z.enum(['player', 'operator', 'court', 'national'])

export const selfExclusionsContract = defineContract({
  ...exclusionList,
  one: 'self_exclusion',
  many: 'self_exclusions',
  paths: {
    list: 'self-exclusions',
    get: 'self-exclusion',
    create: 'self-exclusion',
  },
  row: z.object({
    ...entityRow,
    ...termRow,
    source: exclusionSource,
    document_no: z.string().nullable(),
    registered_at: instant,
    min_until: instant,
  }),
  input: z.object({
    player: id,
    source: exclusionSource.default('player'),
    /** The location where it was registered: its clock says when the next day begins. */
    location: optional(id),
    /** The last day; without one it has no end. */
    until_date: optional(z.iso.date()),
    document_no: optionalLine(60),
    reason: optionalSentence(1, 200),
  }),
  filters: z.object({
    tenant: id,
    player: id,
    location: id,
    source: exclusionSource,
    state: termState,
  }),
  sort: ['registered_at', 'valid_from', 'valid_to', 'created_at', 'updated_at'],
  permissions: {
    list: 'pe_exclusion::list_self_exclusions',
    read: 'pe_exclusion::list_self_exclusions',
    create: 'pe_exclusion::create',
  },
  actions: {
    cancel: {
      permission: 'pe_exclusion::cancel',
      path: '/api/player-exclusion-processor/v1/self-exclusion-cancel',
      input: z.object({ reason }),
    },
  },
})
