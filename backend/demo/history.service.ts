/** 60 days of hourly readings, made in the background through the same ingestion that real boards use. */
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { id } from '../contract/primitives'
import { ingest } from '../rawdata/ingest.service'
import { defineTask } from '../tasks/tasks.service'
import { batches, tellHistory } from './history'
import { DAY_MS, HISTORY_DAYS, planNetwork } from './network'

/** A batch is one transaction: long enough to be quick, short enough that an operator's save does not wait to be noticed. */
const BATCH_MESSAGES = 300
/** The writer is everybody's: between two batches, others get their turn. */
const PAUSE_MS = 2
/** How often the progress is kept. What a crash repeats of it is known again by its message numbers, so nothing counts twice. */
const SAVE_MS = 1_000
const checkpoint = z.object({ done_until: z.number().int(), accepted: z.number().int(), refused: z.number().int() })

export const demoHistory = defineTask('demo_history', {
  title: 'tasks:kinds.demo_history',
  input: z.object({ tenant: id, seed: z.string(), made_at: z.number().int() }),
  checkpoint,
  maxAttempts: 5,
  handler: async ({ input, checkpoint: reached, save, signal, deps }) => {
    const network = planNetwork(input.seed, input.made_at)
    const story = tellHistory(network, network.machines.filter(machine => machine.tenantId === input.tenant))
    let { done_until, accepted, refused } = reached ?? { done_until: 0, accepted: 0, refused: 0 }
    const length = network.historyEnd - network.historyStart
    let savedAt = performance.now()
    for (const { until, messages } of batches(story, BATCH_MESSAGES)) {
      signal.throwIfAborted()
      // Up to where an earlier attempt came, the same figures are drawn again, and not sent.
      if (until <= done_until) {
        await breathe()
        continue
      }
      const answer = await ingest(deps, { tenantId: input.tenant }, messages, { live: false })
      accepted += answer.accepted
      refused += answer.refused
      if (answer.refused > 0) deps.log.warn({ refused: answer.verdicts.filter(one => one.verdict === 'refused').slice(0, 5) }, 'demo history: refused')
      done_until = until
      await pause(PAUSE_MS)
      if (until < network.historyEnd && performance.now() - savedAt < SAVE_MS) continue
      savedAt = performance.now()
      const days = Math.min(HISTORY_DAYS, Math.floor((until - network.historyStart) / DAY_MS))
      await save({ done_until, accepted, refused }, ((until - network.historyStart) / length) * 10_000, `${days} / ${HISTORY_DAYS}`)
    }
    return { accepted, refused }
  },
})
