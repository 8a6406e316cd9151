/**
 * What a person corrects or leaves out of one message, in three buckets (specification, section 3): events, counters,
 * slot data.
 */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, reference } from '../../platform/contract/primitives'
import { noNul } from '../../telemetry/streams/records.contract'
import { meterValues } from '../repairs/repairs.contract'
import { editBuckets, editDoes, editStates, type EditBucket } from '../days/edit-buckets.contract'
import { correctionEffect, correctionRow, requestIds, secondPerson } from './correction.contract'
import { messageKey } from './ignored-messages.contract'

const permission = 'rawdata::edit'
const path = '/api/rawdata/v1/message-edit'
export const editPaths = {
  parts: `${path}-parts`,
  preview: (bucket: EditBucket) => `${path}-preview/${bucket}` as const,
  add: (bucket: EditBucket) => `${path}/${bucket}` as const,
  revert: `${path}-take-back`,
  ofEvent: '/api/rawdata/v1/event/:id/message',
} as const

const MAX_TEXT = 500
export const slotValue = z.union([z.string().max(MAX_TEXT).refine(noNul), z.number(), z.boolean(), z.null()])
export type SlotValue = z.output<typeof slotValue>
/** Name → value: an event's code, a reading's meters, one value of slot data. */
const partValues = z.record(z.string(), slotValue)
export type PartValues = z.output<typeof partValues>

export const messageEditsContract = defineContract({
  family: 'rawdata',
  one: 'message-edit',
  many: 'message-edits',
  row: z.object({
    ...correctionRow,
    state: z.enum(editStates),
    bucket: z.enum(editBuckets),
    does: z.enum(editDoes),
    smib: reference,
    message_seq_nr: z.number().int(),
    /** When the message was sent. */
    message_at: instant,
    /** Of the event or the reading itself. */
    at: instant,
    /** The event's id, the game's number, the value's name. */
    item: z.string(),
    gaming_day: z.string(),
    before: partValues,
    after: partValues,
    edited_by: z.string(),
    taken_back_by: z.string().nullable(),
    taken_back_at: instant.nullable(),
    taken_back_reason: z.string().nullable(),
    ...requestIds,
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    slot: id,
    smib: id,
    state: z.enum(editStates),
    bucket: z.enum(editBuckets),
    does: z.enum(editDoes),
  }),
  sort: ['at', 'created_at', 'slot', 'location', 'state'],
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: { take_back: { permission, path: editPaths.revert, input: z.object({ reason }) } },
})

/** Which message an event came with; `readings`: how many it brought as well. */
export const eventMessage = z.object({ message: messageKey.extend({ readings: z.number().int() }) })

/** Without a value it is left out. */
export const eventEdit = messageKey.extend({
  event: id,
  code: z
    .string()
    .regex(/^[0-9A-Fa-f]{2}$/)
    .transform(code => code.toUpperCase())
    .optional(),
})
export const counterEdit = messageKey.extend({
  game_nr: z.number().int().min(0).max(0xffff),
  values: meterValues.optional(),
})
export const slotDataEdit = messageKey.extend({
  name: z.string().min(1).max(64).refine(noNul),
  value: slotValue.optional(),
})

export const messageParts = z.object({
  slot: reference,
  smib: reference,
  location: reference,
  time_zone: z.string(),
  events: z
    .array(
      z.object({
        event: id,
        at: instant,
        event_seq_nr: z.number().int(),
        code: z.string(),
        edit: id.nullable(),
      }),
    )
    .max(1_000),
  counters: z
    .array(z.object({ game_nr: z.number().int(), meters: partValues, edit: id.nullable() }))
    .max(1_000),
  slotdata: z.array(z.object({ name: z.string(), value: slotValue, edit: id.nullable() })).max(1_000),
  /** What is left out of it is in its edits alone. */
  edits: z
    .array(
      z.object({
        _id: id,
        bucket: z.enum(editBuckets),
        does: z.enum(editDoes),
        before: partValues,
        after: partValues,
      }),
    )
    .max(1_000),
})
export type MessageParts = z.output<typeof messageParts>

export const editPreview = z.object({
  slot: reference,
  location: reference,
  time_zone: z.string(),
  at: instant,
  gaming_day: z.string(),
  before: partValues,
  after: partValues,
  effect: correctionEffect,
  /** The corrected reading does not fit those around it: nothing of it would be booked until somebody decides. */
  doubtful: z.boolean(),
  second_person: secondPerson,
})
export type EditPreview = z.output<typeof editPreview>
