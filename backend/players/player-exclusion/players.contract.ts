/**
 * People as the door knows them: initials and masks. What they are called is revealed for a reason, and only to who
 * may.
 */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { instant, line, optionalLines, reference } from '../../platform/contract/primitives'
import { documentType, entityRow, exclusionList, optional } from './person.contract'

export const playerStanding = z.enum(['free', 'excluded', 'blacklisted'])

/** ISO 3166-1, two letters. */
const nationality = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'country')

export const playersContract = defineContract({
  ...exclusionList,
  one: 'player',
  many: 'players',
  row: z.object({
    ...entityRow,
    /** Initials. */
    name: z.string(),
    document_type: documentType,
    /** Masked. */
    document: z.string(),
    nationality: z.string().nullable(),
    standing: playerStanding,
    note: z.string().nullable(),
    /** When and where they were last found inside after an exclusion had begun. */
    found_inside_at: instant.nullable(),
    found_inside_in: reference.nullable(),
  }),
  input: z.object({
    /**
     * Left empty, a player keeps the name that is known. Another document is one more by which the same person is
     * known.
     */
    full_name: optional(line(2, 120)),
    document_type: documentType.default('cnp'),
    document_number: optional(line(4, 40)),
    birth_date: optional(z.iso.date()),
    nationality: optional(nationality),
    note: optionalLines(500),
    tenant: optional(entityRow._id),
  }),
  filters: z.object({ tenant: entityRow._id, document_type: documentType, standing: playerStanding }),
  sort: ['name', 'created_at', 'updated_at'],
  permissions: {
    list: 'pe_player::list_players',
    read: 'pe_player::list_players',
    create: 'pe_player::update',
    update: 'pe_player::update',
  },
  actions: {
    reveal: {
      permission: 'pe_player::reveal',
      path: '/api/player-exclusion-processor/v1/player-reveal',
      input: z.object({ reason }),
    },
  },
  reveals: ['reveal'],
})
