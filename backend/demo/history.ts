/** What the boards of the demo network have sent until now: drawn from the seed, message by message. */
import type { IngestMessage } from '../rawdata/ingest.contract'
import { born, firstMessage, hourOf, type Life } from './machine'
import { HOUR_MS, type DemoMachine, type Network } from './network'

export interface Hour { until: number; messages: IngestMessage[] }

/** Hour by hour, oldest first, all given machines together. */
export function* tellHistory({ seed, historyStart, historyEnd, madeAt }: Network, machines: readonly DemoMachine[]): Generator<Hour> {
  const lives: { machine: DemoMachine; life: Life }[] = machines.filter(machine => machine.smib).map(machine => ({ machine, life: born(machine, seed) }))
  yield { until: historyStart, messages: lives.flatMap(({ machine, life }) => firstMessage(machine, life, historyStart)) }
  for (let until = historyStart + HOUR_MS; until <= historyEnd; until += HOUR_MS) {
    yield { until, messages: lives.flatMap(({ machine, life }) => hourOf(machine, life, seed, until)) }
  }
  // What has begun since the last whole hour and waits: the simulator goes on from here.
  const waiting = lives.flatMap(({ machine, life }) => (machine.story?.kind === 'handpay-pending' && machine.story.at >= historyEnd ? unfinished(machine, life, seed, madeAt) : []))
  if (waiting.length > 0) yield { until: madeAt, messages: waiting }
}

/** The hour under way, told up to now. */
const unfinished = (machine: DemoMachine, life: Life, seed: string, now: number): IngestMessage[] =>
  hourOf(machine, life, seed, Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS).map(message => ({ ...message, server_time_nano: `${now}000000` }))

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
