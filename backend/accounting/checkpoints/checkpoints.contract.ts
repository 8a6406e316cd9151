/**
 * Checkpoints: the meters of slots at one moment, with the readings they are from (specification, section 2:
 * Checkpoints).
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { readingState } from '../../platform/contract/presence'
import { id, instant, money, reference } from '../../platform/contract/primitives'
import { defineStreamContract, streamSubjects, subjectFilters } from '../../platform/contract/stream'
import { readsCheckpoints } from '../aggregations/aggregations.contract'
import { mainNames, type MainMeter } from '../../telemetry/readings/meters.contract'
import { unnumberedRow } from '../../telemetry/streams/streams.contract'

export const checkpointKind = z.enum(['day', 'hand', 'collection'])
const meters = Object.fromEntries(
  mainNames.map(name => [name, z.number().int().nullable()]),
) as unknown as Record<MainMeter, z.ZodNullable<z.ZodNumber>>

export const checkpointRow = unnumberedRow.extend({
  _id: id,
  kind: checkpointKind,
  gaming_day: z.string(),
  reason: z.string().nullable(),
  made_by: z.string().nullable(),
  /** The newest reading at or before the moment. */
  reading_time: instant,
  /** How old it was at the moment, in milliseconds. */
  reading_age: z.number().int(),
  reading_state: readingState,
  denomination: money,
  /** Credits and counts; null for a meter that no reading has had by then. */
  ...meters,
  /** Meters that come from an earlier reading, with its time. */
  earlier: z.record(z.string(), instant),
})
export type CheckpointRow = z.output<typeof checkpointRow>

export const checkpointsContract = defineStreamContract({
  family: 'checkpoints',
  one: 'checkpoint',
  many: 'checkpoints',
  row: checkpointRow,
  filters: z.object({
    ...subjectFilters,
    kind: checkpointKind,
    /** With `resourceId` what that is of, as `id`; without it rows of things of that type. */
    type: z.enum(streamSubjects),
    /** The specification's name for `id`, which it has next to `type`. */
    resourceId: id,
  }),
  aliases: { resourceId: 'resourceId' },
  permission: readsCheckpoints,
})

/** One checkpoint, and the one of its slot before it: null for the first. */
export const checkpointAnswer = z.object({
  checkpoint: checkpointRow,
  previous: checkpointRow.nullable(),
  /** The collection of cash that it was made for. */
  collection: reference.nullable(),
})
export type CheckpointAnswer = z.output<typeof checkpointAnswer>

/** By hand: of one slot, or of all slots of a location. */
export const makeCheckpoint = z.strictObject({ type: z.enum(['slot', 'location']), id, reason })
