/**
 * Messages that a person ignores: their readings are passed by, and what was booked of them is booked again without
 * them (specification, sections 3 and 7).
 */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, reference } from '../../platform/contract/primitives'
import { correctionEffect, correctionRow, requestIds, secondPerson } from './correction.contract'

export const ignoredStates = ['ignored', 'restored'] as const
export type IgnoredState = (typeof ignoredStates)[number]

const permission = 'rawdata::ignore_message'
export const ignorePaths = {
  preview: '/api/rawdata/v1/ignore-message-preview',
  add: '/api/rawdata/v1/ignore-message',
  restore: '/api/rawdata/v1/ignored-message-restore',
} as const

export const ignoredMessagesContract = defineContract({
  family: 'rawdata',
  one: 'ignored-message',
  many: 'ignored-messages',
  row: z.object({
    ...correctionRow,
    state: z.enum(ignoredStates),
    smib: reference,
    message_seq_nr: z.number().int(),
    /** When the message was sent. */
    at: instant,
    /** Of all games. */
    readings: z.number().int(),
    ignored_by: z.string(),
    restored_by: z.string().nullable(),
    restored_at: instant.nullable(),
    restored_reason: z.string().nullable(),
    ...requestIds,
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
  effect: correctionEffect,
  /** It is ignored already: the edit's id. */
  ignored: id.nullable(),
  second_person: secondPerson,
})
export type IgnorePreview = z.output<typeof ignorePreview>
