/** One batch, one transaction: durable before it is answered, and nothing of a message without all of it. */
import type { Deps } from '../../platform/deps'
import { withPast, contextAt } from './placing'
import type { Scope } from '../../platform/request/actor'
import { breathe } from '../../platform/process/breathe'
import { announce } from '../../workflow/notifications/notifications.service'
import { takeTurn } from '../../platform/http/in-turn'
import type { SmibContext } from './smib-context'
import { inStep } from './clocks'
import { PlacedAnew } from './feeds'
import type { IngestAnswer, Refusal, Verdict } from './ingest.contract'
import type { Batch as QueuedBatch } from './batch'
import { queueOf, type IngestQueue } from './ingest-queue'
import { readMessage } from './messages'
import { lookUpSmibs } from './smib-look-ups'
import { keepUnknown } from './unknown-smibs.service'
import { keepRefused, namedSmib, type Refused } from './refused-messages.service'
import type { Received, Known } from './received-message'

/** A change is set back now and then by a person: twice while one batch waits is rare already. */
const MAX_LOOK_UPS = 5
/** Messages that are read before somebody else may have a turn. */
const READ_AT_ONCE = 16

export interface IngestOptions {
  /** History is not news: with false no notification is raised. */
  live?: boolean
  /** The sender's token: MAC addresses that are not known are stored with it. */
  token?: string
  /** Called when its place among its token's batches is taken, and there is room for more. */
  queued?: () => void
  /**
   * The messages once more, as they came. With it `messages` is emptied once they are read: until they are stored they
   * would stand in memory twice over, and only those that are refused are looked at again.
   */
  again?: () => readonly unknown[]
}

/** `sender`: whose SMIBs it speaks for. Any number of messages; the HTTP endpoint has limits of its own. */
export async function ingest(
  deps: Deps,
  sender: Scope,
  messages: unknown[],
  { live = true, token, queued = () => {}, again }: IngestOptions = {},
): Promise<IngestAnswer> {
  const now = deps.clock()
  const unread: Verdict[] = []
  const received: Received[] = []
  for (let index = 0; index < messages.length; index++) {
    const read = readMessage(messages[index], index)
    if (typeof read === 'string') unread.push(refused(index, read))
    else received.push(read)
    if (index % READ_AT_ONCE === 0) await breathe()
  }
  const named = unread.flatMap(({ index }) => namedSmib(messages[index]) ?? [])
  const macs = [...new Set([...received.map(message => message.mac), ...named])]
  if (again) messages.length = 0
  const { smibs, outcomes } = await store(deps, { sender, macs, received, now, live, token, queued })
  const verdicts = [...unread, ...outcomes].sort((a, b) => a.index - b.index)
  const isWhole = verdicts.every(one => one.verdict !== 'refused')
  const asSent = isWhole || !live ? [] : (again?.() ?? messages)
  // History that is played after the fact has no sender who could mend anything.
  if (live)
    await keepRefused(deps.db, refusedOf(asSent, verdicts, smibs), now).catch((err: unknown) =>
      // What was accepted is stored, and its answer says so whatever becomes of this.
      deps.log.warn({ err }, 'refused messages were not kept'),
    )
  if (live && token)
    await keepUnknown(
      deps.db,
      token,
      outcomes.flatMap(({ index, code }) =>
        code === 'unknown_smib' ? (namedSmib(asSent[index]) ?? []) : [],
      ),
      now,
    ).catch((err: unknown) => deps.log.warn({ err }, 'unknown SMIBs were not kept'))
  const count = (kind: Verdict['verdict']) => verdicts.filter(one => one.verdict === kind).length
  return { accepted: count('accepted'), duplicates: count('duplicate'), refused: count('refused'), verdicts }
}

interface Batch {
  sender: Scope
  macs: readonly string[]
  received: readonly Received[]
  now: number
  live: boolean
  token: string | undefined
  queued: () => void
}

interface Outcome {
  /** By MAC address. */
  smibs: ReadonlyMap<string, SmibContext>
  /** What became of each message. */
  outcomes: Verdict[]
}

/** Batches of one token are looked up side by side, and wait to be stored in the order of their arrival. */
async function store(deps: Deps, batch: Batch): Promise<Outcome> {
  const queue = queueOf(deps)
  const looked = queue.expect(batch.received)
  const turn = batch.token === undefined ? undefined : takeTurn(`to be stored: ${batch.token}`)
  void queue.room().then(batch.queued)
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await storeOnce(deps, batch, async known => {
          await turn?.come
          looked()
          const stored = queue.join(known)
          turn?.end()
          return stored
        })
      } catch (error) {
        if (!(error instanceof PlacedAnew) || tries === MAX_LOOK_UPS) throw error
      }
    }
  } finally {
    looked()
    turn?.end()
  }
}

async function storeOnce(
  deps: Deps,
  { sender, macs, received, now, live }: Batch,
  join: (batch: QueuedBatch) => ReturnType<IngestQueue['join']>,
): Promise<Outcome> {
  // Before the batch's turn, so that its transaction is short: a SMIB that moves in between is treated as it stood
  // when it sent.
  const smibs = await lookUpSmibs(deps.db, macs, sender)
  const outcomes: Verdict[] = []
  const spoken: Known[] = []
  for (const message of received) {
    const smib = smibs.get(message.mac)
    if (!smib || smib.archived) outcomes.push(refused(message.index, smib ? 'smib_archived' : 'unknown_smib'))
    else spoken.push({ smib, message })
  }
  const known: Known[] = []
  for (const one of await withPast(deps.db, inStep(spoken, now))) {
    const { slot, unplaced } = contextAt(one.smib, one.message)
    if (!slot && !unplaced && one.message.counters.length > 0)
      outcomes.push(refused(one.message.index, 'smib_without_slot'))
    else known.push(one)
  }
  if (known.length === 0) return { smibs, outcomes }
  const { placed, raised } = await join({ known, now, live })
  announce(deps, raised)
  for (const {
    message: { index },
  } of known) {
    const place = placed.get(index) ?? 'sequence_conflict'
    outcomes.push(place === 'sequence_conflict' ? refused(index, place) : { index, verdict: place })
  }
  return { smibs, outcomes }
}

/** Those of SMIBs that the sender speaks for. */
const refusedOf = (
  messages: readonly unknown[],
  verdicts: readonly Verdict[],
  smibs: ReadonlyMap<string, SmibContext>,
): Refused[] =>
  verdicts.flatMap(({ index, code }) => {
    const smib = code && smibs.get(namedSmib(messages[index]) ?? '')
    return smib ? [{ tenantId: smib.tenantId, smibId: smib.smibId, code, raw: messages[index] }] : []
  })

const refused = (index: number, code: Refusal): Verdict => ({ index, verdict: 'refused', code })
