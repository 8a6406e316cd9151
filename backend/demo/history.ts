/** The messages of the demo network's SMIBs until now: drawn from the seed, message by message. */
import { DAY_MS, HOUR_MS } from '../platform/contract/durations'
import type { IngestMessage } from '../telemetry/ingestion/ingest.contract'
import { born, firstMessage, hourOf, playReported, reading, type Life } from './machine'
import { type DemoSlot, type Network } from './network'
import { randomFor } from './random'

export interface Hour {
  until: number
  messages: IngestMessage[]
}

/**
 * The last days have readings every quarter of an hour, and a while before them SMIBs began to report each game's
 * meters.
 */
const QUARTERS_MS = 7 * DAY_MS
const GAMES_MS = 14 * DAY_MS

/** Hour by hour, oldest first, all given slots together. */
export function* tellHistory(network: Network, slots: readonly DemoSlot[]): Generator<Hour> {
  const { seed, historyStart, historyEnd, madeAt } = network
  const lives: { machine: DemoSlot; life: Life }[] = slots
    .filter(slot => slot.smib)
    .map(slot => ({ machine: slot, life: born(slot, seed) }))
  yield {
    until: historyStart,
    messages: lives.flatMap(({ machine: slot, life }) => firstMessage(slot, life, historyStart)),
  }
  for (let until = historyStart + HOUR_MS; until <= historyEnd; until += HOUR_MS) {
    const telling = { parts: until > historyEnd - QUARTERS_MS ? 4 : 1, games: until > historyEnd - GAMES_MS }
    yield {
      until,
      messages: lives.flatMap(({ machine: slot, life }) => hourOf(slot, life, seed, until, telling)),
    }
  }
  // A handpay that began after the last whole hour still waits: the simulator goes on from here.
  const waiting = lives.flatMap(({ machine: slot, life }) =>
    slot.story?.kind === 'handpay-pending' && slot.story.at >= historyEnd
      ? unfinished(slot, life, network)
      : [],
  )
  if (waiting.length > 0) yield { until: madeAt, messages: waiting }
}

/** Messages that a story lost on the way: generated again from the seed, exactly as they were then. */
export function lostOnTheWay(network: Network, slot: DemoSlot): IngestMessage[] {
  const { story } = slot
  if (story?.kind !== 'gap') return []
  const lossless = { ...slot, story: { ...story, lost: 0 } }
  return [...tellHistory(network, [lossless])]
    .filter(({ until }) => until > story.at - story.lost * HOUR_MS && until <= story.at)
    .flatMap(({ messages }) => messages)
}

/** The hour under way, up to now. */
function unfinished(slot: DemoSlot, life: Life, { historyEnd, madeAt, seed }: Network): IngestMessage[] {
  const raised = playReported(
    slot,
    life.meters,
    { start: historyEnd, end: madeAt, locked: false },
    randomFor(seed, 'unfinished', slot.index),
  )
  return [
    reading(
      slot,
      life,
      madeAt,
      raised.filter(event => event.at <= madeAt).sort((a, b) => a.at - b.at),
      {},
    ),
  ]
}

/** Whole hours together, until there are `size` messages. */
export function* batches(hours: Iterable<Hour>, size: number): Generator<Hour> {
  let batch: IngestMessage[] = []
  let last = 0
  for (const { until, messages } of hours) {
    batch.push(...messages)
    last = until
    if (batch.length < size) continue
    yield { until, messages: batch }
    batch = []
  }
  if (batch.length > 0) yield { until: last, messages: batch }
}
