/**
 * Jackpot snapshots: each level at the close of each day, against the day before and what the jackpot report says was
 * added.
 */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, money, reference, isoDay } from '../../platform/contract/primitives'

const count = z.number().int()
/**
 * matches: the day before, and what the report of the day says was added, come to what had been contributed by the
 * day's end. differs: late readings or repairs came between. unknown: the day before has no snapshot, or other
 * locations feed the level too.
 */
export const snapshotVerdict = z.enum(['matches', 'differs', 'unknown'])
export type SnapshotVerdict = z.infer<typeof snapshotVerdict>

export const jackpotSnapshotsContract = defineContract({
  family: 'jackpot-snapshot',
  one: 'checkpoint',
  many: 'checkpoints',
  row: z.object({
    _id: id,
    version: count,
    day: isoDay,
    revision: count,
    level: reference,
    jackpot: reference,
    tenant: reference,
    location: reference,
    timestamp: instant,
    state: z.enum(['running', 'hit']),
    run: count,
    /** When the day was closed, as the report says. */
    value: money,
    kept: money,
    /** In the day, by its report: shown and hidden. */
    added: money,
    added_hidden: money,
    wins: count,
    won: money,
    /** Ever, until the day's end. */
    contributed: money,
    verdict: snapshotVerdict,
    /** Contributed beyond the day before and what the report says; rounded down. */
    difference: money.nullable(),
    archived_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, jackpot: id, level: id, day: isoDay }),
  sort: ['timestamp', 'day', 'wins'],
  order: { by: 'timestamp', direction: 'DESC' },
  permissions: { list: 'jackpot::list', read: 'jackpot::list' },
  actions: {},
})
