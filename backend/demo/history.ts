/** What the boards of the demo network have sent until now: drawn from the seed, message by message. */
import type { IngestMessage } from '../rawdata/ingest.contract'
import { born, firstMessage, hourOf, playSpan, reading, type Life } from './machine'
import { HOUR_MS, type DemoMachine, type Network } from './network'
import { randomFor } from './random'

export interface Hour {
  until: number
  messages: IngestMessage[]
}

/** Hour by hour, oldest first, all given machines together. */
export function* tellHistory(network: Network, machines: readonly DemoMachine[]): Generator<Hour> {
  const { seed, historyStart, historyEnd, madeAt } = network
  const lives: { machine: DemoMachine; life: Life }[] = machines
    .filter(machine => machine.smib)
    .map(machine => ({ machine, life: born(machine, seed) }))
  yield {
    until: historyStart,
    messages: lives.flatMap(({ machine, life }) => firstMessage(machine, life, historyStart)),
  }
  for (let until = historyStart + HOUR_MS; until <= historyEnd; until += HOUR_MS) {
    yield { until, messages: lives.flatMap(({ machine, life }) => hourOf(machine, life, seed, until)) }
  }
  // What has begun since the last whole hour and waits: the simulator goes on from here.
  const waiting = lives.flatMap(({ machine, life }) =>
    machine.story?.kind === 'handpay-pending' && machine.story.at >= historyEnd
      ? unfinished(machine, life, network)
      : [],
  )
  if (waiting.length > 0) yield { until: madeAt, messages: waiting }
}

/** The hour under way, told up to now. */
function unfinished(
  machine: DemoMachine,
  life: Life,
  { historyEnd, madeAt, seed }: Network,
): IngestMessage[] {
  const raised = playSpan(
    machine,
    life.meters,
    { start: historyEnd, end: madeAt, locked: false },
    randomFor(seed, 'unfinished', machine.index),
  )
  return [
    reading(
      machine,
      life,
      madeAt,
      raised.filter(event => event.at <= madeAt).sort((a, b) => a.at - b.at),
      false,
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
