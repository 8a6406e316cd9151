/**
 * What nearly all messages are: well-formed, and no more than counters and events without data. Checked without the
 * schema, which makes two kilobytes of each.
 */
import type { z } from 'zod'
import { MAX_BATCH_ROWS, type ingestMessage } from './ingest.contract'

const MAC = /^[0-9a-f]{12}$/
const NANOSECONDS = /^\d{1,19}$/
const KIND = /^[a-z_]{1,20}$/
const CODE = /^[0-9A-Fa-f]{2}$/
const MAX_GAME = 9_999

/**
 * Whether the schema would leave it as it is, but for members that nobody reads. False says nothing: the schema has
 * to check it (`plain-message.test.ts` holds the two together).
 */
export function isPlain(raw: unknown): raw is z.output<typeof ingestMessage> {
  if (!isObject(raw)) return false
  return (
    isText(raw.smib_id, MAC) &&
    isSequence(raw.message_seq_nr) &&
    (raw.event_seq_nr === undefined || isSequence(raw.event_seq_nr)) &&
    isText(raw.server_time_nano, NANOSECONDS) &&
    (raw.kind === undefined || isText(raw.kind, KIND)) &&
    raw.slot_data === undefined &&
    raw.logs === undefined &&
    isListOf(raw.counters, isCounters) &&
    isListOf(raw.events, isEvent)
  )
}

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown, shape: RegExp): boolean => typeof value === 'string' && shape.test(value)

const isSequence = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

function isListOf(list: unknown, isOne: (value: unknown) => boolean): boolean {
  if (list === undefined) return true
  if (!Array.isArray(list) || list.length > MAX_BATCH_ROWS) return false
  for (const one of list) if (!isOne(one)) return false
  return true
}

/** A game's number that is left out is the schema's to put there. */
const isCounters = (value: unknown): boolean =>
  isObject(value) &&
  isSequence(value.game_nr) &&
  (value.game_nr as number) <= MAX_GAME &&
  isObject(value.meters)

const isEvent = (value: unknown): boolean =>
  isObject(value) &&
  isSequence(value.event_seq_nr) &&
  isText(value.code, CODE) &&
  (value.at === undefined || Number.isSafeInteger(value.at)) &&
  value.data === undefined
