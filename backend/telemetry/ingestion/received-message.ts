/** A checked message, before and after it is known whose it is. */
import type { MeterValues } from '../readings/meters.contract'
import type { SmibContext } from './smib-context'

/**
 * In a checked message. Undefined where the message has none: JSON leaves it out then, so that what was stored
 * before there were any is known again by its digest.
 */
export interface ReceivedRecords {
  slotData?: string | undefined
  logs?: { level: string; at: number; nano: number; source: string | null; text: string }[] | undefined
}

export interface ReceivedEvent {
  seq: number
  code: string
  at: number
  nano: number
  data: string | null
}

export interface ReceivedCounters {
  game: number
  values: MeterValues
  more: string | null
}

export interface Received extends ReceivedRecords {
  index: number
  mac: string
  seq: number
  eventSeq: number | null
  /** When it is booked: epoch milliseconds, and the nanoseconds below one. */
  at: number
  nano: number
  /** What its SMIB said instead, whose clock ran ahead. */
  ownTime: number | null
  kind: string
  events: ReceivedEvent[]
  counters: ReceivedCounters[]
  digest: string
}

/** A message whose SMIB is known. */
export interface Known {
  smib: SmibContext
  message: Received
}

export interface Accepted extends Known {
  run: number
}
