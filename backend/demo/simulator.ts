/** Keeps the demo network alive: its SMIBs deliver to the public ingestion endpoint over HTTP, as real ones do. */
import { SYSTEM_TENANT } from '../platform/contract/primitives'
import { newId } from '../platform/db/new-id'
import { renewApiToken } from '../identity/auth/api-tokens.service'
import type { DownlinkCommand } from '../estate/control/downlink.contract'
import type { Deps } from '../platform/deps'
import { MAX_BATCH_MESSAGES, type IngestMessage } from '../telemetry/ingestion/ingest.contract'
import { holdLease, releaseLease } from '../platform/tasks/lease.service'
import type { BoardConfigAnswer } from '../estate/config/smib-config.contract'
import type { Board } from './smib'
import { ConfigReader } from './config-reader'
import { BoardCommands } from './smib-commands'
import type { Mood } from './command-answers'
import { readSmibs, refreshSmibs, stayConnected } from './smib-state'
import { demoHistory } from './history.service'
import { FirmwareLoads } from './firmware-loads'
import { planNetwork } from './network'
import { ProgressiveWins } from './progressive'

export interface SimulatorOptions {
  /** The backend's address, without a slash at its end. */
  baseUrl: string
  tickMs?: number
  /** How often SMIBs ask for commands, and how often people's changes are noticed. */
  askMs?: number
  refreshMs?: number
  /** How often SMIBs ask for their settings, and report what they run. */
  reportMs?: number | undefined
  /** How long SMIBs take for an answer, as a share of what real ones take: a test need not wait for a game to end. */
  pace?: number
  /** Of every slot. Without it each has its own, another one every ten minutes: some never answer. */
  mood?: Mood
  /** Another way to it, for tests. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const LEASE = 'demo simulator'
const LEASE_MS = 20_000
const RENEW_MS = 5_000
const REFRESH_MS = 15_000
/** SMIBs ask this often what they are to do. */
const ASK_MS = 3_000
/** Well below the silence after which a slot is stale. */
const CONTACT_MS = 60_000
const ASKED_AT_ONCE = 500
const TIMEOUT_MS = 10_000
/** A backend that does not answer is not buried under what waits for it: SMIBs fall silent beyond this. */
const MAX_WAITING = 20_000

/**
 * Several backends may each start one: it is the holder of the lease who sends, with a token that ends with the next
 * holder's.
 */
export function startSimulator(
  deps: Deps,
  {
    baseUrl,
    tickMs = 2_000,
    askMs = ASK_MS,
    refreshMs = REFRESH_MS,
    reportMs,
    pace = 1,
    mood,
    fetch: send = fetch,
  }: SimulatorOptions,
): { stop(): Promise<void> } {
  const owner = newId()
  const stopped = new AbortController()
  let smibs: Board[] | undefined
  /** Tenants whose past is still being written: until then their SMIBs send nothing, but receive commands. */
  let unwritten: ReadonlySet<string> = new Set()
  let token = ''
  let seed: string | undefined
  let waiting: IngestMessage[] = []
  let renewedAt = -Infinity
  let refreshedAt = -Infinity
  let lastPollAt = -Infinity
  let contactAt = -Infinity
  let commands = new BoardCommands('', pace, mood)
  let progressives = new ProgressiveWins('')
  let configs = new ConfigReader(async () => null)
  const firmware = new FirmwareLoads(async (path, range) => {
    const response = await send(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, range },
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return response.status === 206 ? new Uint8Array(await response.arrayBuffer()) : null
  })

  const tick = async () => {
    if (performance.now() - renewedAt >= RENEW_MS) {
      if (!(await holdLease(deps.db, LEASE, owner, LEASE_MS, deps.clock()))) {
        smibs = undefined
        return
      }
      renewedAt = performance.now()
    }
    if (!smibs || (unwritten.size > 0 && (await tenantsInTheMaking()).size < unwritten.size)) {
      const owed = new Map(smibs?.map(smib => [smib.slot.smib?.mac, smib.again]))
      smibs = await gain()
      // A SMIB sends what it promised while its past was still being written.
      for (const smib of smibs ?? []) smib.again = owed.get(smib.slot.smib?.mac) ?? []
      waiting = []
      refreshedAt = -Infinity
    }
    if (!smibs) return
    const speaking = smibs.filter(({ slot }) => !unwritten.has(slot.tenantId))
    if (performance.now() - refreshedAt >= refreshMs) {
      await refreshSmibs(deps.db, smibs)
      if (speaking.length > 0) await progressives.draw(deps.db, speaking, deps.clock())
      refreshedAt = performance.now()
    }
    const now = deps.clock()
    if (speaking.length < smibs.length && performance.now() - contactAt >= CONTACT_MS) {
      await stayConnected(
        deps.db,
        smibs.filter(smib => !speaking.includes(smib) && smib.hears(now)),
        now,
      )
      contactAt = performance.now()
    }
    if (waiting.length < MAX_WAITING) for (const smib of speaking) waiting.push(...smib.speak(now))
    while (waiting.length > 0 && !stopped.signal.aborted) {
      if (!(await deliver(waiting.slice(0, MAX_BATCH_MESSAGES)))) return
      waiting = waiting.slice(MAX_BATCH_MESSAGES)
    }
    await obey(smibs, deps.clock())
    await configs.read(smibs, deps.clock())
  }

  /** Commands fetched, carried out and answered, by the SMIBs that are on. */
  const obey = async (all: readonly Board[], now: number) => {
    if (performance.now() - lastPollAt >= askMs) {
      lastPollAt = performance.now()
      const hearing = all.filter(smib => smib.hears(now))
      for (let start = 0; start < hearing.length; start += ASKED_AT_ONCE) {
        const smib_ids = hearing
          .slice(start, start + ASKED_AT_ONCE)
          .flatMap(smib => smib.slot.smib?.mac ?? [])
        const answer = await post<{ commands: DownlinkCommand[] }>('rawdata/v1/commands/fetch', { smib_ids })
        if (!answer) return
        commands.take(answer.commands, hearing, now, await firmware.damaged(answer.commands))
      }
    }
    const answers = commands.answers(now)
    if (answers.length > 0 && (await post('rawdata/v1/commands/answers', { answers })))
      commands.delivered(answers)
  }

  /** A SMIB's messages are in order: it says nothing before its history is there. */
  const tenantsInTheMaking = async (): Promise<ReadonlySet<string>> =>
    new Set(
      (
        await deps.db
          .selectFrom('tasks')
          .select('tenant_id')
          .where('kind', '=', demoHistory.kind)
          .where('state', 'in', ['queued', 'running'])
          .execute()
      ).map(({ tenant_id }) => tenant_id),
    )

  const gain = async () => {
    const made = await deps.db.selectFrom('demo_network').selectAll().executeTakeFirst()
    if (!made) return undefined
    unwritten = await tenantsInTheMaking()
    const now = deps.clock()
    ;({ token } = await deps.db
      .transaction()
      .execute(db =>
        renewApiToken(db, { tenantId: SYSTEM_TENANT, name: LEASE, permissions: ['rawdata::ingest'] }, now),
      ))
    // What they have fetched and not answered yet outlives the end of a tenant's history.
    if (seed !== made.seed) {
      commands = new BoardCommands(made.seed, pace, mood)
      progressives = new ProgressiveWins(made.seed)
      seed = made.seed
    }
    configs = new ConfigReader(
      async body => (await post<BoardConfigAnswer>('configuration/v1/board-config', body)) ?? null,
      reportMs,
    )
    return readSmibs(deps.db, planNetwork(made.seed, made.made_at), now)
  }

  /** False: not taken, to be sent again. Sent twice does no harm, a SMIB's numbers tell. */
  const deliver = async (messages: IngestMessage[]): Promise<boolean> => {
    const answer = await post<{ refused: number; verdicts: { verdict: string; code?: string }[] }>(
      'rawdata/v1/ingest',
      { messages },
    )
    if (answer && answer.refused > 0)
      deps.log.debug(
        { refused: answer.verdicts.filter(one => one.verdict === 'refused').slice(0, 3) },
        'simulator: refused',
      )
    return answer !== undefined
  }

  /** The answer's data; undefined when it was not taken. */
  const post = async <Data>(path: string, body: object): Promise<Data | undefined> => {
    const response = await send(`${baseUrl}/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const answer = (await response.json()) as { data?: Data }
    if (response.ok) return answer.data
    deps.log.warn({ status: response.status, path }, 'simulator: not taken')
    // Another backend has made a token of its own, or somebody revoked ours: begin anew.
    if (response.status === 401 || response.status === 403) smibs = undefined
    return undefined
  }

  let running = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = tick()
      .catch((err: unknown) => {
        if (!stopped.signal.aborted) deps.log.warn({ err }, 'simulator: a beat missed')
      })
      .finally(() => {
        busy = false
      })
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
