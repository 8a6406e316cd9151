/**
 * A tenant may require a second person: one requests a reset, another point or a deletion, another one answers, and
 * only then it is done.
 */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, reference, sentence } from '../../platform/contract/primitives'

export const levelDeed = z.enum(['reset', 'regenerate', 'delete'])
export type LevelDeed = z.infer<typeof levelDeed>
export const requestAnswers = ['approved', 'refused', 'withdrawn'] as const
export type RequestAnswer = (typeof requestAnswers)[number]
export const requestState = z.enum(['waiting', ...requestAnswers, 'expired'])
export type RequestState = z.infer<typeof requestState>

/** Unanswered for longer it counts as refused. Convention. */
export const ANSWER_WITHIN_MS = 86_400_000

/** The permission to do it oneself is also needed to request it and to approve it. */
export const permissionFor: Readonly<
  Record<LevelDeed, 'jackpot::reset' | 'jackpot::regen' | 'jackpot::delete'>
> = {
  reset: 'jackpot::reset',
  regenerate: 'jackpot::regen',
  delete: 'jackpot::delete',
}

const permission = { any: ['jackpot::reset', 'jackpot::regen', 'jackpot::delete'] } as const
const family = 'jackpot-manager'
const input = z.object({ reason })
const path = `/api/${family}/v1/jackpot-request`

export const jackpotRequestsContract = defineContract({
  family,
  one: 'jackpot-request',
  many: 'jackpot-requests',
  row: z.object({
    _id: id,
    version: z.number().int(),
    level_name: z.string(),
    kind: levelDeed,
    state: requestState,
    jackpot: reference.nullable(),
    /** Null once it is deleted. */
    level: reference.nullable(),
    tenant: reference,
    location: reference.nullable(),
    cause: z.string(),
    asked_by: z.string(),
    expires_at: instant,
    answered_by: z.string().nullable(),
    answered_at: instant.nullable(),
    answer_reason: z.string().nullable(),
    archived_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
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
  actions: {
    approve: { permission, path: `${path}-approve`, input },
    refuse: { permission, path: `${path}-refuse`, input },
    withdraw: { permission, path: `${path}-withdraw`, input },
  },
})
