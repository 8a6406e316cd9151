/** 60 days of readings, made in the background through the same ingestion that real SMIBs use. */
import { HOUR_MS } from '../platform/contract/durations'
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { renewDayCheckpoints } from '../accounting/checkpoints/checkpoints.service'
import { OFFLINE_AFTER_MS } from '../platform/contract/presence'
import { id } from '../platform/contract/primitives'
import { Problem } from '../platform/contract/problem'
import { ingest } from '../telemetry/ingestion/ingest.service'
import { findWins } from '../money/jackpots/wins.service'
import { writeMadeEvents } from '../telemetry/ingestion/made-events.service'
import { defineTask } from '../platform/tasks/tasks.service'
import { hallsWithBooks, sealBooks } from './books'
import { addCollections } from './collections'
import { batches, tellHistory } from './history'
import { addMechanicalMeters, movedByWeek } from './mechanical'
import { HISTORY_DAYS, planNetwork, type DemoSlot, type Network } from './network'
import { addPayments } from './payments'

/**
 * A batch is one transaction: long enough to be quick, short enough that an operator's save does not wait to be
 * noticed. On PostgreSQL a batch keeps nobody else from writing, and each of its statements is a way over the network.
 */
const BATCH_MESSAGES = { sqlite: 300, postgres: 1_000 } as const
/** The writer is everybody's: between two batches, others get their turn. */
const PAUSE_MS = 2
/** While one half of the slots is written, the other is drawn. */
const LANES = 2
/**
 * How often the progress is saved. A crash repeats messages since then; their numbers identify them, so nothing
 * counts twice.
 */
const SAVE_MS = 1_000

/**
 * A SMIB's week of silence, as the presence watch tells it, and a clock that ran ahead: what only somebody who was
 * there could see.
 */
const unseenBy = (slots: readonly DemoSlot[]) =>
  slots.flatMap(({ smib, slotId, tenantId, locationId, story }) => {
    if (!smib || (story?.kind !== 'board-offline' && story?.kind !== 'clock-drift')) return []
    const board = { smibId: smib.id, slotId, tenantId, locationId }
    if (story.kind === 'clock-drift') {
      const data = { seconds: story.by / 1_000 }
      return [{ ...board, code: 'clock_drift', at: story.from + story.by, data }]
    }
    return [
      { ...board, code: 'smib_offline', at: story.from + OFFLINE_AFTER_MS },
      { ...board, code: 'smib_online', at: story.to + HOUR_MS },
    ]
  })

/** Locations with sealed books come first, so that a sealed month can be opened as early as possible. */
const partsOf = (network: Network, slots: readonly DemoSlot[]): DemoSlot[][] => {
  const first = new Set(hallsWithBooks(network).map(({ id }) => id))
  const isFirst = ({ locationId }: DemoSlot) => first.has(locationId)
  return [slots.filter(isFirst), slots.filter(slot => !isFirst(slot))].filter(({ length }) => length > 0)
}

/** Each in a transaction of its own. */
const stories = [addCollections, addPayments]

export const demoHistory = defineTask('demo_history', {
  title: 'tasks:kinds.demo_history',
  input: z.object({
    tenant: id,
    seed: z.string(),
    made_at: z.number().int(),
    days: z.number().int().min(1).max(HISTORY_DAYS).default(HISTORY_DAYS),
  }),
  checkpoint: z.object({
    done_until: z.number().int(),
    refused: z.number().int(),
    closed: z.boolean().optional(),
    /** How many parts are written; `done_until` is of the one after them. */
    parts: z.number().int().optional(),
    /** How many of the stories are done. */
    stories: z.number().int().optional(),
  }),
  maxAttempts: 5,
  handler: async ({ input, checkpoint, save, signal, deps }) => {
    const network = planNetwork(input.seed, input.made_at, input.days)
    const slots = network.machines.filter(slot => slot.tenantId === input.tenant)
    const parts = partsOf(network, slots)
    const written = checkpoint?.closed ? parts.length : (checkpoint?.parts ?? 0)
    let refused = checkpoint?.refused ?? 0
    let messageCount = 0
    let savedAt = performance.now()

    const writePart = async (nr: number, part: readonly DemoSlot[], from: number) => {
      const done = Array.from({ length: LANES }, () => from)
      const slotsBefore = parts.slice(0, nr).flat().length
      const failed = new AbortController()
      let isSealing = false
      const keep = async () => {
        savedAt = performance.now()
        const until = Math.min(...done)
        // The other lane goes on meanwhile.
        if (!isSealing) {
          isSealing = true
          await sealBooks(deps, network, input.tenant, part, until).finally(() => (isSealing = false))
        }
        const ofPart = (until - network.historyStart) / (network.historyEnd - network.historyStart)
        const share = (slotsBefore + Math.max(0, Math.min(1, ofPart)) * part.length) / slots.length
        await save(
          { done_until: until, refused, parts: nr },
          share * 10_000,
          `${Math.floor(share * input.days)} / ${input.days}`,
        )
      }
      const tell = async (lane: number) => {
        for (const { until, messages } of batches(
          tellHistory(
            network,
            part.filter((_, at) => at % LANES === lane),
          ),
          BATCH_MESSAGES[deps.engine],
        )) {
          messageCount += messages.length
          signal.throwIfAborted()
          failed.signal.throwIfAborted()
          // Up to where an earlier attempt came, the same figures are drawn again, and not sent.
          if (until <= from) {
            await breathe()
            continue
          }
          const answer = await ingest(deps, { tenantId: input.tenant }, messages, { live: false })
          refused += answer.refused
          if (answer.refused > 0)
            deps.log.warn(
              { refused: answer.verdicts.filter(one => one.verdict === 'refused').slice(0, 5) },
              'demo history: refused',
            )
          done[lane] = until
          if (performance.now() - savedAt >= SAVE_MS) await keep()
          await pause(PAUSE_MS)
        }
        done[lane] = Math.max(done[lane] ?? 0, network.historyEnd)
      }
      // One that fails stops the other, and both have ended before the task is settled.
      const ends = await Promise.allSettled(
        done.map((_, lane) =>
          tell(lane).catch((error: unknown) => {
            failed.abort(error)
            throw error
          }),
        ),
      )
      const failure = ends.find(end => end.status === 'rejected')
      if (failure) throw failure.reason
      await keep()
    }
    for (const [nr, part] of parts.entries())
      if (nr >= written) await writePart(nr, part, nr === written ? (checkpoint?.done_until ?? 0) : 0)
    if (!checkpoint?.closed) {
      const weeks = await movedByWeek(deps.db, network, input.tenant)
      // Events that the system itself would have written at the time: once, since they are written and saved
      // together.
      await deps.db.transaction().execute(async db => {
        await writeMadeEvents(db, unseenBy(slots), deps.clock())
        await addMechanicalMeters(db, network, slots, weeks)
        await renewDayCheckpoints(db, input.tenant)
        await save(
          { done_until: network.historyEnd, refused, closed: true, stories: 0 },
          10_000,
          `${input.days} / ${input.days}`,
          db,
        )
      })
    }
    const storiesDone = checkpoint?.closed ? (checkpoint.stories ?? stories.length) : 0
    for (const [nr, add] of stories.entries()) {
      if (nr < storiesDone) continue
      const done = { done_until: network.historyEnd, refused, closed: true, stories: nr + 1 }
      const days = `${input.days} / ${input.days}`
      try {
        await deps.db.transaction().execute(async db => {
          await add(db, network, slots)
          await save(done, 10_000, days, db)
        })
      } catch (error) {
        // A person was faster, as with a collection of their own in the first minutes: the story is left out, and the
        // history ends all the same.
        if (!(error instanceof Problem)) throw error
        deps.log.info({ err: error, story: nr }, 'demo history: a story was left out')
        await save(done, 10_000, days)
      }
    }
    await sealBooks(deps, network, input.tenant, slots, network.historyEnd)
    // Levels that the last days have carried past their point.
    await findWins(deps)
    return { messages: messageCount, refused }
  },
})
