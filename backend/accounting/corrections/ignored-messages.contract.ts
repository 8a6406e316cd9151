/**
 * Messages that a person ignores: their readings are passed by, and what was booked of them is booked again without
 * them (specification, sections 3 and 7).
 */
import { z } from 'zod'
import { waitingRequest } from '../../workflow/second-person/waiting.contract'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, money, reference } from '../../platform/contract/primitives'
import { repairEffect } from '../repairs/repairs.contract'

export const ignoredStates = ['ignored', 'restored'] as const
export type IgnoredState = (typeof ignoredStates)[number]

const permission = 'rawdata::ignore_message'
export const ignorePaths = {
  preview: '/api/rawdata/v1/ignore-message-preview',
  add: '/api/rawdata/v1/ignore-message',
  restore: '/api/rawdata/v1/ignored-message-restore',
} as const

/** What moved, or would move. */
export const editEffect = repairEffect.omit({ state: true })
export type EditEffect = z.output<typeof editEffect>

export const ignoredMessagesContract = defineContract({
  family: 'rawdata',
  one: 'ignored-message',
  many: 'ignored-messages',
  row: z.object({
    _id: id,
    version: z.number().int(),
    state: z.enum(ignoredStates),
    tenant: reference,
    location: reference,
    slot: reference,
    smib: reference,
    message_seq_nr: z.number().int(),
    /** When the message was sent. */
    at: instant,
    /** Of all games. */
    readings: z.number().int(),
    cause: z.string(),
    ignored_by: z.string(),
    /** By how much net win moved when it was ignored. */
    moved: money,
    effect: editEffect,
    restored_by: z.string().nullable(),
    restored_at: instant.nullable(),
    restored_reason: z.string().nullable(),
    /** The request that it came by, and the one to take it back, answered or not. */
    approval: id.nullable(),
    back_approval: id.nullable(),
    archived_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, smib: id, state: z.enum(ignoredStates) }),
  sort: ['at', 'created_at', 'slot', 'location', 'state'],
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: { restore: { permission, path: ignorePaths.restore, input: z.object({ reason }) } },
})

/** Which message: its SMIB, when it was sent (epoch milliseconds, as its readings say), its number. */
export const messageKey = z.strictObject({
  smib: id,
  at: instant,
  message_seq_nr: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export const ignoreBody = messageKey.extend({ reason })
export const ignorePreview = z.object({
  slot: reference,
  smib: reference,
  location: reference,
  time_zone: z.string(),
  readings: z.number().int(),
  effect: editEffect,
  /** It is ignored already: the edit's id. */
  ignored: id.nullable(),
  /** The tenant requires a second person: the edit is only requested. */
  second_person: z.object({ waiting: waitingRequest.nullable() }).nullable(),
})
export type IgnorePreview = z.output<typeof ignorePreview>
