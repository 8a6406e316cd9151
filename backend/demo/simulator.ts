/** Keeps the demo network alive: its boards deliver to the public ingestion endpoint over HTTP, as real ones do. */
import { SYSTEM_TENANT } from '../contract/primitives'
import { newId } from '../db/new-id'
import { renewApiToken } from '../auth/api-tokens.service'
import type { Deps } from '../deps'
import { MAX_BATCH_MESSAGES, type IngestMessage } from '../rawdata/ingest.contract'
import { holdLease, releaseLease } from '../tasks/lease.service'
import type { Board } from './board'
import { readBoards, refreshBoards } from './board-state'
import { demoHistory } from './history.service'
import { planNetwork } from './network'

export interface SimulatorOptions {
  /** Where the backend answers, without a slash at its end. */
  baseUrl: string
  tickMs?: number
  /** Another way to it, for tests. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const LEASE = 'demo simulator'
const LEASE_MS = 20_000
const RENEW_MS = 5_000
const REFRESH_MS = 15_000
const TIMEOUT_MS = 10_000
/** A backend that does not answer is not buried under what waits for it: boards fall silent beyond this. */
const MAX_WAITING = 20_000

/** Several backends may each start one: it is the holder of the lease who sends, with a token that ends with the next holder's. */
export function startSimulator(deps: Deps, { baseUrl, tickMs = 2_000, fetch: send = fetch }: SimulatorOptions): { stop(): Promise<void> } {
  const owner = newId()
  const stopped = new AbortController()
  let boards: Board[] | undefined
  let token = ''
  let waiting: IngestMessage[] = []
  let renewedAt = -Infinity
  let refreshedAt = -Infinity

  const tick = async () => {
    if (performance.now() - renewedAt >= RENEW_MS) {
      if (!await holdLease(deps.db, LEASE, owner, LEASE_MS, deps.clock())) {
        boards = undefined
        return
      }
      renewedAt = performance.now()
    }
    if (!boards) {
      boards = await gain()
      waiting = []
      refreshedAt = -Infinity
    }
    if (!boards) return
    if (performance.now() - refreshedAt >= REFRESH_MS) {
      await refreshBoards(deps.db, boards)
      refreshedAt = performance.now()
    }
    const now = deps.clock()
    if (waiting.length < MAX_WAITING) for (const board of boards) waiting.push(...board.speak(now))
    while (waiting.length > 0 && !stopped.signal.aborted) {
      if (!await deliver(waiting.slice(0, MAX_BATCH_MESSAGES))) return
      waiting = waiting.slice(MAX_BATCH_MESSAGES)
    }
  }

  /** Not before the history is told: a board's messages are in order. */
  const gain = async () => {
    const made = await deps.db.selectFrom('demo_network').selectAll().executeTakeFirst()
    if (!made) return undefined
    const untold = await deps.db.selectFrom('tasks').select('id').where('kind', '=', demoHistory.kind).where('state', 'in', ['queued', 'running']).limit(1).executeTakeFirst()
    if (untold) return undefined
    const now = deps.clock()
    ;({ token } = await deps.db.transaction().execute(db => renewApiToken(db, { tenantId: SYSTEM_TENANT, name: LEASE, permissions: ['rawdata::ingest'] }, now)))
    return readBoards(deps.db, planNetwork(made.seed, made.made_at), now)
  }

  /** False: not taken, to be sent again. Sent twice does no harm, a board's numbers tell. */
  const deliver = async (messages: IngestMessage[]): Promise<boolean> => {
    const response = await send(`${baseUrl}/api/rawdata/v1/ingest`, {
      method: 'POST', body: JSON.stringify({ messages }), headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const answer = await response.json() as { data?: { refused: number; verdicts: { verdict: string; code?: string }[] } }
    if (!response.ok) {
      deps.log.warn({ status: response.status }, 'simulator: not taken')
      // Another backend has made a token of its own, or somebody revoked ours: begin anew.
      if (response.status === 401 || response.status === 403) boards = undefined
      return false
    }
    if (answer.data && answer.data.refused > 0) deps.log.debug({ refused: answer.data.verdicts.filter(one => one.verdict === 'refused').slice(0, 3) }, 'simulator: refused')
    return true
  }

  let running = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = tick()
      .catch((err: unknown) => { if (!stopped.signal.aborted) deps.log.warn({ err }, 'simulator: a beat missed') })
      .finally(() => { busy = false })
  }, tickMs)

  return {
    stop: async () => {
      clearInterval(timer)
      stopped.abort()
      await running
      await releaseLease(deps.db, LEASE, owner).catch(() => {})
    },
  }
}
