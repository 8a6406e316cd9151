/**
 * A tenant may require a second person: one requests a reset, another point or a deletion, another one answers, and
 * only then it is done.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, reference, sentence } from '../../platform/contract/primitives'
import { answersKind, levelKinds } from '../../workflow/second-person/approval-kinds.contract'
import { requestActions, requestHead, requestRow } from '../../workflow/second-person/requests.contract'

export const levelDeed = z.enum(['reset', 'regenerate', 'delete'])
export type LevelDeed = z.infer<typeof levelDeed>
const requestState = z.enum(['waiting', 'approved', 'refused', 'withdrawn', 'expired'])

const PREFIX = 'jackpot_'
/** What the list of all requests calls the deed. */
export const kindOf = (deed: LevelDeed) => `${PREFIX}${deed}` as const satisfies (typeof levelKinds)[number]
export const deedOf = (kind: string): string => kind.slice(PREFIX.length)

/** Unanswered for longer it counts as refused. Convention. */
export const ANSWER_WITHIN_MS = DAY_MS

const family = 'jackpot-manager'

export const jackpotRequestsContract = defineContract({
  family,
  one: 'jackpot-request',
  many: 'jackpot-requests',
  row: z.object({
    ...requestHead,
    level_name: z.string(),
    kind: levelDeed,
    state: requestState,
    jackpot: reference.nullable(),
    /** Null once it is deleted. */
    level: reference.nullable(),
    tenant: reference,
    location: reference.nullable(),
    ...requestRow,
  }),
  input: z.object({ level: id, kind: levelDeed, cause: sentence(3, 200) }),
  filters: z.object({
    tenant: id,
    location: id,
    jackpot: id,
    level: id,
    kind: levelDeed,
    state: requestState,
  }),
  sort: ['level_name', 'created_at', 'expires_at'],
  permissions: { list: 'jackpot::list', read: 'jackpot::list', create: 'jackpot::update' },
  // The permission to do it oneself is also needed to request it and to approve it.
  actions: requestActions(`/api/${family}/v1/jackpot-request`, {
    any: levelKinds.map(kind => answersKind[kind]),
  }),
})
