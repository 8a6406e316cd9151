/** One batch, one transaction: durable before it is answered, and nothing of a message without all of it. */
import type { Db } from '../db/database'
import { isRetryable } from '../db/errors'
import { insertMany, pipelined } from '../db/bulk'
import type { Deps } from '../deps'
import { announce, type Raised } from '../notifications/notifications.service'
import { boardsByMac, type Board } from './boards'
import type { MachineReading } from './counter-readings'
import { writeCounters } from './counters'
import { writeEvents } from './events'
import { storeFeeds, takeFeeds, type Accepted } from './feeds'
import { gamingDayOf } from './gaming-day'
import type { IngestAnswer, Refusal, Verdict } from './ingest.contract'
import { readMessage, type Received } from './messages'
import { memoryEvents } from './movement'
import { storePresence } from './presence-update'

const MAX_TRIES = 6
const PAUSE_MS = 15

export interface IngestOptions {
  /** History is not news: with false no notification is raised. */
  live?: boolean
}

/** `tenantId`: whose boards the sender speaks for; null for all. Any number of messages; the HTTP endpoint has limits of its own. */
export async function ingest(deps: Deps, sender: { tenantId: string | null }, messages: readonly unknown[], { live = true }: IngestOptions = {}): Promise<IngestAnswer> {
  const now = deps.clock()
  const verdicts: Verdict[] = []
  const received: Received[] = []
  messages.forEach((raw, index) => {
    const read = readMessage(raw, index, now)
    if (typeof read === 'string') verdicts.push(refused(index, read))
    else received.push(read)
  })
  if (received.length > 0) {
    const { verdicts: decided, raised } = await retried(() => deps.db.transaction().execute(db => store(db, received, sender.tenantId, now, live)))
    verdicts.push(...decided)
    announce(deps, raised)
  }
  verdicts.sort((a, b) => a.index - b.index)
  const count = (kind: Verdict['verdict']) => verdicts.filter(one => one.verdict === kind).length
  return { accepted: count('accepted'), duplicates: count('duplicate'), refused: count('refused'), verdicts }
}

async function retried<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= MAX_TRIES || !isRetryable(error)) throw error
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS * tries * (1 + Math.random())))
    }
  }
}

async function store(db: Db, received: readonly Received[], tenantId: string | null, now: number, live: boolean): Promise<{ verdicts: Verdict[]; raised: Raised[] }> {
  const verdicts: Verdict[] = []
  const boards = await boardsByMac(db, [...new Set(received.map(message => message.mac))], tenantId)
  const known: { board: Board; message: Received }[] = []
  for (const message of received) {
    const board = boards.get(message.mac)
    const refusal = !board ? 'unknown_smib' : board.archived ? 'smib_archived' : !board.slot && message.counters.length > 0 ? 'smib_without_slot' : undefined
    if (refusal) verdicts.push(refused(message.index, refusal))
    else if (board) known.push({ board, message })
  }
  if (known.length === 0) return { verdicts, raised: [] }

  const feeds = await takeFeeds(db, known)
  const accepted: Accepted[] = []
  for (const { board, messages, numbering } of feeds) {
    for (const message of messages) {
      const placed = numbering.place(message)
      if (placed === 'sequence_conflict') verdicts.push(refused(message.index, placed))
      else if (placed === 'duplicate') verdicts.push({ index: message.index, verdict: 'duplicate' })
      else {
        verdicts.push({ index: message.index, verdict: 'accepted' })
        accepted.push({ board, message, run: placed.run })
      }
    }
  }
  if (accepted.length === 0) return { verdicts, raised: [] }

  let credits: ReadonlyMap<string, number> = new Map()
  await pipelined(db, [
    () => storeFeeds(db, feeds, now),
    () => insertMessages(db, accepted, now),
    async () => { credits = await writeCounters(db, readingsOf(accepted), memoryTimesOf(accepted)) },
  ])
  const raised = await writeEvents(db, accepted, now, live)
  await storePresence(db, feeds, accepted, credits, now)
  return { verdicts, raised }
}

const refused = (index: number, code: Refusal): Verdict => ({ index, verdict: 'refused', code })

const insertMessages = (db: Db, accepted: readonly Accepted[], now: number): Promise<void> =>
  insertMany(db, 'messages',
    {
      smib_id: 'text', slot_id: 'text', tenant_id: 'text', location_id: 'text', run: 'bigint', message_seq_nr: 'bigint', event_seq_nr: 'bigint',
      server_time: 'bigint', server_nano: 'bigint', received_at: 'bigint', kind: 'text', digest: 'text', event_count: 'bigint', counter_count: 'bigint',
    },
    accepted.map(({ board, message, run }) => ({
      smib_id: board.smibId, slot_id: board.slot?.id ?? null, tenant_id: board.tenantId, location_id: board.locationId, run,
      message_seq_nr: message.seq, event_seq_nr: message.eventSeq, server_time: message.at, server_nano: message.nano, received_at: now,
      kind: message.kind, digest: message.digest, event_count: message.events.length, counter_count: message.counters.length,
    })))

function readingsOf(accepted: readonly Accepted[]): MachineReading[] {
  return accepted.flatMap(({ board: { slot, ...board }, message, run }) => {
    if (!slot || message.counters.length === 0) return []
    // The day that a reading at its very start closes is the one before.
    const day = gamingDayOf(message.at - 1, board.timeZone, board.dayStart)
    return message.counters.map(({ game, values, more }) => ({
      at: message.at, nano: message.nano, seq: message.seq, smib: board.smibId, run, values, more, repairs: {}, isNew: true,
      place: {
        slotId: slot.id, game, locationId: board.locationId, tenantId: board.tenantId, day, at: message.at, denomination: slot.denomination, currency: slot.currency,
      },
    }))
  })
}

function memoryTimesOf(accepted: readonly Accepted[]): Map<string, number[]> {
  const times = new Map<string, number[]>()
  for (const { board: { slot }, message } of accepted) {
    if (!slot) continue
    for (const event of message.events) {
      if (memoryEvents.includes(event.code)) times.set(slot.id, [...(times.get(slot.id) ?? []), event.at])
    }
  }
  return times
}
