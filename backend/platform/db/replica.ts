/**
 * A streaming replica of the database (DATABASE_READ_URL), for lists, reports and files that may be some seconds old.
 * Whether it may be used is looked at each second; a replica that is gone, far behind, or no replica of this primary
 * any more is left alone, and everybody reads the primary until it is well again.
 */
import { Kysely, type LogConfig } from 'kysely'
import type { Logger } from 'pino'
import { laterOf } from '../contract/read-after'
import { isUnavailable } from './errors'
import type { PooledDriver } from './postgres-dialect'
import { replicaDialect } from './replica-dialect'
import { ANSWER_WITHIN_MS, primaryNow, replicaQuestion, type ReplicaSeen, type Seen } from './replica-seen'
import type { Tables } from './tables'

const LOOK_EVERY_MS = 1_000
/** Figures that are older are not shown: the primary has newer ones. */
const MOST_LAG_MS = 30_000

type Refusal =
  /** Nobody has looked yet. */
  | 'starting'
  | 'unreachable'
  /** It takes writes of its own. */
  | 'promoted'
  | 'other_system'
  | 'other_timeline'
  | 'behind'
  | 'primary_unknown'

interface ReplicaState {
  used: boolean
  /** Why it is not. */
  reason?: Refusal
  /** How old its data are at most; undefined where nobody knows. */
  lagSeconds?: number
}

export interface Replica {
  /** Reads what may be read there; all else, and what the replica refuses, goes to the primary. */
  db: Kysely<Tables>
  /** Whether it has all up to this position: then how old its data are at most, in milliseconds. */
  lagFor(after: string): number | undefined
  /** Where the primary is: whatever is committed by now lies before it. */
  position(): Promise<string>
  /** Waits until the replica has all up to this position; false where it does not get there in time. */
  reaches(position: string, withinMs: number): Promise<boolean>
  state(): ReplicaState
  close(): Promise<void>
}

/** Begins to look by itself. Never rejects: a replica that is not there yet may come. */
export function openReplica(
  url: string,
  {
    db: primaryDb,
    driver: primary,
    log: statementLog,
  }: { db: Kysely<Tables>; driver: PooledDriver; log: LogConfig | undefined },
  log: Logger,
): Replica {
  const { dialect, breakOff } = replicaDialect(url, {
    primary,
    isUsable: () => refusal === undefined,
    onRefused(error) {
      log.debug({ why: String(error) }, 'a read that the replica did not answer went to the primary')
      // The next look says whether it is gone; others' reads are not broken off because one had no connection in time.
      if (isUnavailable(error)) refusal = 'unreachable'
    },
  })
  const db = new Kysely<Tables>({ dialect, ...(statementLog && { log: statementLog }) })
  const question = replicaQuestion(url)
  /** Where the primary was when, in both orders: what the replica has of it says how old its data are. */
  let samples: { at: number; position: string }[] = []
  let replayed = ''
  let coveredAt: number | undefined
  /** The replica's own word, for as long as it has nothing that was seen of the primary. */
  let sinceLastMs: number | undefined
  /** Tables are as this program knows them from here on. */
  let floor: string | undefined
  let refusal: Refusal | undefined = 'starting'
  let logged: Refusal | undefined = 'starting'

  function refuse(reason: Refusal | undefined): void {
    refusal = reason
    if (reason === logged) return
    logged = reason
    const facts = { reason, lag_seconds: stateOf().lagSeconds }
    if (reason === undefined) log.info(facts, 'lists, reports and files may be read from the replica')
    else log.warn(facts, 'the replica is not used: all is read from the primary')
    if (reason === 'unreachable') breakOff()
  }

  const lagMs = () => (coveredAt === undefined ? sinceLastMs : performance.now() - coveredAt)
  function stateOf(): ReplicaState {
    // Of another database it would be no lag.
    const lag = refusal === undefined || refusal === 'behind' ? lagMs() : undefined
    return {
      used: refusal === undefined,
      ...(refusal !== undefined && { reason: refusal }),
      ...(lag !== undefined && { lagSeconds: Math.round(lag / 100) / 10 }),
    }
  }

  function sample(at: number, position: string): void {
    samples = [...samples.filter(one => at - one.at < 2 * MOST_LAG_MS), { at, position }]
  }

  async function look(): Promise<void> {
    const at = performance.now()
    let seen: Seen
    try {
      seen = await inTime(primaryNow(primaryDb))
    } catch {
      return refuse('primary_unknown')
    }
    floor ??= seen.position
    sample(at, seen.position)
    let found: ReplicaSeen
    try {
      found = await question.ask()
    } catch (error) {
      log.debug({ why: String(error) }, 'the replica does not answer')
      coveredAt = sinceLastMs = undefined
      return refuse('unreachable')
    }
    replayed = found.position
    const covered = samples.findLast(one => one.position <= replayed)
    if (covered) coveredAt = covered.at
    sinceLastMs = found.sinceMs
    refuse(judged(seen, found))
  }

  function judged(seen: Seen, found: ReplicaSeen): Refusal | undefined {
    if (found.system !== seen.system) return 'other_system'
    if (!found.isInRecovery) return 'promoted'
    if (found.timeline !== seen.timeline) return 'other_timeline'
    const lag = lagMs()
    if (lag === undefined || lag > MOST_LAG_MS || replayed < (floor ?? '')) return 'behind'
    return undefined
  }

  const looking = repeated(look)
  return {
    db,
    lagFor(after) {
      const lag = lagMs()
      if (refusal !== undefined || lag === undefined || lag > MOST_LAG_MS) return undefined
      return replayed >= laterOf(after, floor ?? '') ? Math.ceil(lag) : undefined
    },
    async position() {
      const at = performance.now()
      const { position } = await primaryNow(primaryDb)
      sample(at, position)
      return position
    },
    async reaches(position, withinMs) {
      for (const end = performance.now() + withinMs; performance.now() < end;) {
        if (refusal !== undefined) return false
        if (replayed >= position) return true
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      return false
    },
    state: stateOf,
    async close() {
      await looking.end()
      question.end()
      await db.destroy()
    },
  }
}

/** One look after the other, however long it takes. */
function repeated(look: () => Promise<void>): { end(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let running = Promise.resolve()
  const next = () => {
    running = look().finally(() => {
      if (!isOver) timer = setTimeout(next, LOOK_EVERY_MS).unref()
    })
  }
  next()
  return {
    end: () => {
      isOver = true
      clearTimeout(timer)
      return running
    },
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_WITHIN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
