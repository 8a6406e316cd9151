/** What one or more batches change: worked out first, then written in one transaction. */
import type { CompiledQuery, QueryResult } from 'kysely'
import { insertion, pipelined } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { breathe } from '../../platform/process/breathe'
import type { Raised } from '../../workflow/notifications/notifications.service'
import { changedAt, memoryOf, ownLimits, readingsOf, unplacedOf } from './batch-readings'
import { insertReadings, type SlotReading } from '../judgement/counter-readings'
import { bookCounters, type Booked } from './counters'
import { isHandpay } from '../readings/event-money.service'
import { moveSums } from '../readings/event-sums.service'
import { renewPendingHandpays } from '../readings/pending-handpays.service'
import { eventsOf, ofMoney, raiseAlarms, storeEvents } from './events'
import { askFeeds, feedStates, readFeeds, stateAfter, storeFeeds, type Feed, type FeedState } from './feeds'
import { contextAt } from './placing'
import { askLatest, readLatest, type Latest } from '../judgement/latest.service'
import { explainedBy } from '../readings/movement'
import { observers, type ObservedEvent, type ObservedMeters } from '../readings/observers.service'
import {
  clockEvents,
  duplicateEvents,
  feedEvents,
  readingEvents,
  storeSystemEvents,
  type SystemEvent,
} from './system-events'
import { storeRecords } from './records'
import { unsettled } from '../judgement/slots-of-games'
import { settleWhole, summedOf } from '../judgement/summed-slots.service'
import { storePresence } from './presence-update'
import type { Batch } from './batch'
import type { Received, Accepted, Known } from './received-message'

export type Placed = 'accepted' | 'duplicate' | 'sequence_conflict'

/** Where SMIBs and slots stand before a batch; working one out moves it on to where they will stand after it. */
export interface BatchState {
  feeds: Map<string, FeedState>
  latest: Map<string, Map<number, Latest>>
}
export const nowhere = (): BatchState => ({ feeds: new Map(), latest: new Map() })

/** SMIBs and slots whose state stays in memory from one batch to the next: as many as two of the largest. */
const MAX_STANDING = 1_000

/** All that one transaction will write, worked out. */
export interface Plan {
  now: number
  live: boolean
  /** For each batch, its messages' fate by index. */
  placed: Map<number, Placed>[]
  feeds: readonly Feed[]
  accepted: readonly Accepted[]
  events: ReturnType<typeof eventsOf>
  booked: Booked
  /** Readings of SMIBs that stood on no slot then. */
  unplaced: readonly SlotReading[]
  systemEvents: readonly SystemEvent[]
}

/** In the transaction that will write it. All batches are live, or none is. */
export async function planBatches(db: Db, batches: readonly Batch[]): Promise<Plan> {
  const known = batches.flatMap(batch => batch.known)
  const plan = await planFrom(
    db,
    batches,
    await standingFrom(statements => pipelined(db, statements), db, smibsOf(known), slotsOf(known)),
  )
  if (!plan) throw new Error('Nothing was out of reach')
  return plan
}

/**
 * Before its transaction, while what was worked out before is still being written: only where nobody else writes, and
 * worth nothing should that one fail. `standing` is where that one leaves SMIBs and slots. Undefined when more has to
 * be looked up; then, and where it throws, `standing` is worth nothing any more.
 */
export async function planAhead(
  db: Db,
  batches: readonly Batch[],
  standing: BatchState,
): Promise<Plan | undefined> {
  const known = batches.flatMap(batch => batch.known)
  const { feeds, latest } = standing
  const [smibs, slots] = [smibsOf(known), slotsOf(known)]
  const loaded = await standingFrom(
    statements => Promise.all(statements.map(one => db.executeQuery(one))),
    db,
    smibs.filter(one => !feeds.has(one)),
    slots.filter(one => !latest.has(one)),
  )
  for (const [id, state] of loaded.feeds) feeds.set(id, state)
  for (const [id, games] of loaded.latest) latest.set(id, games)
  const plan = await planFrom(undefined, batches, standing)
  forgetOthers(feeds, smibs)
  forgetOthers(latest, slots)
  return plan
}

function forgetOthers(standing: Map<string, unknown>, ids: readonly string[]): void {
  if (standing.size <= MAX_STANDING) return
  const own = new Set(ids)
  for (const id of standing.keys()) if (!own.has(id)) standing.delete(id)
}

export async function carryOut(
  db: Db,
  { accepted, booked, unplaced, feeds, events, systemEvents, now, live }: Plan,
): Promise<Raised[]> {
  if (accepted.length + systemEvents.length === 0) return []
  const summed = await summedOf(
    db,
    booked.withGames.map(({ slotId }) => slotId),
  )
  const money = await moveSums(db, { come: ofMoney(events) })
  await pipelined(
    db,
    (function* (): Iterable<CompiledQuery> {
      yield* booked.statements(db, summed)
      yield* insertReadings(db, unplaced)
      // History that is played after the fact arrived when it happened: it is not flagged as late.
      yield* storeMessages(db, accepted, live ? now : null)
      yield* storeRecords(db, accepted, live ? now : null)
      yield* storeFeeds(db, feeds, accepted, now)
      yield* storeEvents(db, events, now, live)
      yield* money
      yield* storeSystemEvents(db, systemEvents, live ? now : null)
      const batch = {
        events: observedEvents(events),
        found: foundEvents(systemEvents),
        meters: observedMeters(accepted),
      }
      for (const { onBatch } of observers()) if (onBatch) yield* onBatch(db, batch, now)
      yield* storePresence(db, feeds, accepted, booked.credits, now, live)
    })(),
  )
  await renewPendingHandpays(db, slotsWithHandpays(events))
  for (const slotId of unsettled(booked.withGames, summed)) await settleWhole(db, slotId)
  return live ? raiseAlarms(db, events, now) : []
}

const slotsWithHandpays = (events: Plan['events']): string[] =>
  events.flatMap(({ smib: { slot }, event: { code } }) => (slot && isHandpay(code) ? [slot.id] : []))

export const smibsOf = (known: readonly Known[]): string[] => [
  ...new Set(known.map(({ smib }) => smib.smibId)),
]
const slotsOf = (known: readonly Known[]): string[] => [
  ...new Set(
    known.flatMap(({ smib, message }) =>
      !touchesCounters(message)
        ? []
        : [message, ...message.events].flatMap(one => contextAt(smib, one).slot?.id ?? []),
    ),
  ),
]

type Ask = (statements: CompiledQuery[]) => Promise<QueryResult<unknown>[]>

/** Feeds first: taking them is what keeps two batches of one SMIB apart. */
async function standingFrom(
  ask: Ask,
  db: Db,
  smibs: readonly string[],
  slots: readonly string[],
): Promise<BatchState> {
  const [feeds, latest] = await ask([
    ...(smibs.length > 0 || slots.length > 0 ? [askFeeds(db, smibs)] : []),
    ...(slots.length > 0 ? [askLatest(db, slots)] : []),
  ])
  return { feeds: feedStates(feeds?.rows ?? []), latest: readLatest(latest?.rows ?? []) }
}

/** Without `db` undefined, when more has to be looked up. */
async function planFrom(
  db: Db | undefined,
  batches: readonly Batch[],
  standing: BatchState,
): Promise<Plan | undefined> {
  const known = batches.flatMap(batch => batch.known)
  const feeds = await readFeeds(db, known, standing.feeds)
  if (!feeds) return undefined
  await breathe()
  const fates = new Map<Received, Placed>()
  const accepted: Accepted[] = []
  const duplicates: Known[] = []
  for (const { smib, messages, numbering } of feeds) {
    for (const message of messages) {
      const place = numbering.place(message)
      fates.set(message, typeof place === 'string' ? place : 'accepted')
      if (typeof place !== 'string')
        accepted.push({ smib: contextAt(smib, message), message, run: place.run })
      else if (place === 'duplicate') duplicates.push({ smib, message })
    }
  }
  await breathe()
  const readings = readingsOf(accepted)
  const booked = await bookCounters(db, readings, standing.latest, {
    cleared: memoryOf(accepted),
    changedAt: changedAt(accepted),
    limits: ownLimits(accepted),
  })
  if (!booked) return undefined
  await breathe()
  const now = Math.max(...batches.map(batch => batch.now))
  const live = batches[0]?.live ?? false
  const clocks = live ? clockEvents(accepted, standing.feeds, now) : []
  moveOn(standing, feeds, booked.newest)
  return {
    ...{ feeds, accepted, booked, now, live },
    unplaced: unplacedOf(accepted),
    events: eventsOf(accepted, now),
    systemEvents: [
      ...feedEvents(feeds, now),
      ...duplicateEvents(duplicates),
      ...readingEvents(readings, now),
      ...clocks,
    ],
    placed: batches.map(
      batch =>
        new Map(batch.known.map(({ message }) => [message.index, fates.get(message) ?? 'sequence_conflict'])),
    ),
  }
}

function moveOn({ feeds, latest }: BatchState, by: readonly Feed[], newest: readonly Latest[]): void {
  for (const feed of by) {
    const state = stateAfter(feed)
    if (state) feeds.set(feed.smib.smibId, state)
  }
  for (const one of newest) {
    const games = latest.get(one.slotId)
    if (games) games.set(one.game, one)
    else latest.set(one.slotId, new Map([[one.game, one]]))
  }
}

const observedEvents = (events: Plan['events']): ObservedEvent[] =>
  events.map(({ smib: { slot, tenantId, locationId }, event: { code, at, data } }) => ({
    slotId: slot?.id ?? null,
    ...{ tenantId, locationId, code, at, data },
  }))

const foundEvents = (systemEvents: readonly SystemEvent[]): ObservedEvent[] =>
  systemEvents.map(({ code, at, origin: { slotId, tenantId, locationId } }) => ({
    ...{ slotId, tenantId, locationId, code, at },
    data: null,
  }))

const observedMeters = (accepted: readonly Accepted[]): ObservedMeters[] =>
  accepted.flatMap(({ smib: { slot, tenantId, locationId }, message: { counters, at } }) =>
    counters.flatMap(({ game, more }) =>
      slot && game === 0 && more !== null ? [{ slotId: slot.id, tenantId, locationId, at, more }] : [],
    ),
  )

const touchesCounters = ({ counters, events }: Received): boolean =>
  counters.length > 0 || events.some(({ code, at, data }) => explainedBy(code, at, data) !== null)

const intoMessages = insertion('stored_messages', {
  smib_nr: 'id',
  slot_nr: 'id',
  tenant_nr: 'id',
  location_nr: 'id',
  run: 'bigint',
  message_seq_nr: 'bigint',
  event_seq_nr: 'bigint',
  server_time: 'bigint',
  server_nano: 'bigint',
  own_time: 'bigint',
  received_at: 'bigint',
  kind: 'text',
  digest: 'text',
  event_count: 'bigint',
  counter_count: 'bigint',
})

const storeMessages = (db: Db, accepted: readonly Accepted[], now: number | null): CompiledQuery[] =>
  intoMessages(
    db,
    accepted.map(({ smib, message, run }) => [
      smib.smibId,
      smib.slot?.id ?? null,
      smib.tenantId,
      smib.locationId,
      run,
      message.seq,
      message.eventSeq,
      message.at,
      message.nano,
      message.ownTime,
      now ?? message.at,
      message.kind,
      message.digest,
      message.events.length,
      message.counters.length,
    ]),
  )
