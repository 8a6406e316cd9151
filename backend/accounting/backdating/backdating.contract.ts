/** What was in effect since when, and backdating a change that was entered late. */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { id, instant, money, reference, isoDay } from '../../platform/contract/primitives'
import { correctionEffect, secondPerson } from '../corrections/correction.contract'

export const backdatingPaths = {
  slot: '/api/rawdata/v1/what-held/slot/:id',
  location: '/api/rawdata/v1/what-held/location/:id',
  smib: '/api/rawdata/v1/what-held/smib/:id',
  preview: '/api/rawdata/v1/set-back-preview',
  add: '/api/rawdata/v1/set-back',
} as const
/** Moves what was booked, as every edit of raw data does. */
export const backdatingPermission = 'rawdata::edit'

export const historyTypes = ['slot', 'location', 'smib'] as const
export type HistoryType = (typeof historyTypes)[number]
/** By so many days at most: slots and SMIBs have one history, a location the readings of all its slots. */
export const MOST_BACKDATED: Readonly<Record<HistoryType, number>> = { slot: 31, location: 7, smib: 31 }

export const origins = ['assumed', 'log', 'written', 'set_back'] as const

/** A slot's own; null for the usual one (`backend/telemetry/readings/limits.ts`). */
export const slotLimits = ['fastest_game_ms', 'highest_bet', 'top_award', 'highest_note'] as const
const limit = z.number().int().nullable()

/** The newest so many. */
export const MOST_INTERVALS = 200
const interval = z.object({
  /** From just after it; null for what was in effect from the beginning. Of a location: its first gaming day. */
  since: z.union([instant, isoDay]).nullable(),
  origin: z.enum(origins),
  /** Of a slot. */
  location: reference.nullable(),
  denomination: money.nullable(),
  limits: z
    .object({ fastest_game_ms: limit, highest_bet: limit, top_award: limit, highest_note: limit })
    .nullable(),
  /** Of a location. */
  time_zone: z.string().nullable(),
  gaming_day_start: z.string().nullable(),
  /** Of a SMIB; null where it stood on none. */
  slot: reference.nullable(),
})
export const assignmentHistory = z.object({
  subject: reference,
  time_zone: z.string(),
  /** Newest first. */
  intervals: z.array(interval).max(MOST_INTERVALS),
})
export type AssignmentHistory = z.output<typeof assignmentHistory>
export type Interval = z.output<typeof interval>

export const backdatingRequest = z.strictObject({
  type: z.enum(historyTypes),
  id,
  /** Since when it is in effect: which interval. Of a slot and a SMIB an instant, of a location a gaming day. */
  since: z.union([instant, isoDay]),
  /** Since when it was in effect in truth: earlier, of a SMIB also later. */
  to: z.union([instant, isoDay]),
})
export const backdatingBody = backdatingRequest.extend({ reason })
export type BackdatingRequest = z.output<typeof backdatingRequest>

/** Where money moves from and to. */
export const movedPlace = z.object({
  location: reference,
  /** Where a SMIB’s readings become another slot’s. */
  slot: reference.optional(),
  effect: correctionEffect,
})
export type MovedPlace = z.output<typeof movedPlace>

export const backdatingPreview = z.object({
  subject: reference,
  time_zone: z.string(),
  places: z.array(movedPlace).max(MOST_INTERVALS),
  second_person: secondPerson,
})
export type BackdatingPreview = z.output<typeof backdatingPreview>

export const backdatingAnswer = z.object({
  /** The task that runs; null where a second person has to approve first. */
  task: id.nullable(),
  approval: id.nullable(),
})
