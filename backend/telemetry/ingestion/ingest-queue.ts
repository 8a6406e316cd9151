/**
 * Batches that wait for the same transaction. Those that arrive while one runs are taken together into the next: a
 * commit costs the same for one batch as for ten. Each sender is answered for its own, after the commit; when a group
 * fails, its batches are stored one by one, so that a bad one harms nobody else.
 */
import type { Deps } from '../../platform/deps'
import { isRetryable } from '../../platform/db/errors'
import type { Raised } from '../../workflow/notifications/notifications.service'
import {
  carryOut,
  nowhere,
  planAhead,
  planBatches,
  smibsOf,
  type Placed,
  type Plan,
  type BatchState,
} from './ingest-batch'
import type { Batch } from './batch'
import type { Received } from './received-message'

interface Stored {
  /** By the messages' index in their batch. */
  placed: ReadonlyMap<number, Placed>
  raised: readonly Raised[]
}

interface Waiting {
  batch: Batch
  rows: number
  /** On PostgreSQL, where another group's are not written meanwhile. */
  smibs: readonly string[]
  resolve(stored: Stored): void
  reject(error: unknown): void
}

/**
 * Events and counter rows of one transaction, a message without any counted as one: others wait for the writer
 * meanwhile. A larger batch goes alone.
 */
const GROUP_ROWS = 2_000
/** The embedded database has one writer; on PostgreSQL transactions of different SMIBs run side by side. */
const LANES = { sqlite: 1, postgres: 4 }
/** Batches whose SMIBs are being written: so many are passed by in search of others. */
const MOST_PASSED = 64
const MAX_TRIES = 6
const PAUSE_MS = 15

const queues = new WeakMap<Deps['db'], IngestQueue>()

export function queueOf(deps: Deps): IngestQueue {
  let queue = queues.get(deps.db)
  if (!queue) queues.set(deps.db, (queue = new IngestQueue(deps.db, deps.engine)))
  return queue
}

export class IngestQueue {
  private waiting: Waiting[] = []
  private readonly single: (() => Promise<void>)[] = []
  /** Of what waits. */
  private rows = 0
  /** Of what will wait once its SMIBs are looked up. */
  private expected = 0
  /** Who asks for room. */
  private asking: (() => void)[] = []
  private busy = 0
  /** On PostgreSQL: SMIBs of the groups that are being written. */
  private readonly held = new Set<string>()
  /** On the embedded database: what is being written now, so that the next group can be worked out meanwhile. */
  private writing: Promise<boolean> | undefined
  /** `writing` has not come to an end. */
  private isWriting = false
  /**
   * There, too: where SMIBs and slots stand after what was worked out last. Nobody else may write what it says while
   * it is in use.
   */
  private standing: BatchState | undefined

  constructor(
    private readonly db: Deps['db'],
    private readonly engine: Deps['engine'],
  ) {}

  get waitingRows(): number {
    return this.rows
  }

  join(batch: Batch): Promise<Stored> {
    return new Promise((resolve, reject) => {
      const rows = rowsOf(batch.known.map(({ message }) => message))
      this.rows += rows
      const smibs = this.engine === 'postgres' ? smibsOf(batch.known) : []
      this.waiting.push({ batch, rows, smibs, resolve, reject })
      void this.advance()
    })
  }

  /** A batch whose SMIBs are being looked up counts as one that waits, until what is returned is called. */
  expect(messages: readonly Received[]): () => void {
    let rows = rowsOf(messages)
    this.expected += rows
    return () => {
      this.expected -= rows
      rows = 0
      this.tellRoom()
    }
  }

  /**
   * Resolves once what waits would not fill a transaction: a batch that comes later is better held as the bytes that
   * it came in.
   */
  room(): Promise<void> {
    return new Promise(resolve => {
      this.asking.push(resolve)
      this.tellRoom()
    })
  }

  private tellRoom(): void {
    if (this.rows + this.expected >= GROUP_ROWS) return
    const asking = this.asking
    this.asking = []
    for (const one of asking) one()
  }

  /**
   * What changes where a slot's judgement stands other than the SMIBs' own messages: on the embedded database the
   * next group is worked out from memory while one is written, so nothing of either may be under way. On PostgreSQL
   * the feeds' rows keep both apart.
   */
  alone<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.single.push(() => work().then(resolve, reject))
      void this.advance()
    })
  }

  private async advance(): Promise<void> {
    if (this.busy >= LANES[this.engine]) return
    const single = this.single.shift()
    if (single) {
      this.busy++
      await this.writing
      this.standing = this.writing = undefined
      await single()
      this.busy--
      void this.advance()
      return
    }
    if (this.waiting.length === 0 || this.isFilling()) return
    const group = this.nextGroup()
    if (group.length === 0) return
    this.busy++
    if (this.engine === 'postgres') return this.storeInParallel(group)
    const standing = this.standing ?? nowhere()
    const plan = await planAhead(this.db, batchesOf(group), standing).catch(() => undefined)
    // What was worked out from something that failed is worth nothing.
    const sound = await (this.writing ?? true)
    if (plan && sound) {
      this.standing = standing
      this.writing = this.write(group, plan)
    } else {
      this.standing = this.writing = undefined
      await this.store(group)
    }
    this.busy--
    void this.advance()
  }

  /**
   * While a group is written, the next is taken once it fills a transaction: of several batches of the same SMIBs
   * hours, days and standing are written once, and so are pages. When the group before is through, whatever waits is
   * taken.
   */
  private isFilling(): boolean {
    return this.isWriting && this.rows < GROUP_ROWS
  }

  /** While it is written, other groups are, of other SMIBs. */
  private async storeInParallel(group: readonly Waiting[]): Promise<void> {
    const smibs = group.flatMap(one => one.smibs)
    for (const id of smibs) this.held.add(id)
    void this.advance()
    await this.store(group)
    for (const id of smibs) this.held.delete(id)
    this.busy--
    void this.advance()
  }

  /** In order of arrival. What has to wait for a SMIB's group lets others pass, but none of its own SMIBs. */
  private nextGroup(): Waiting[] {
    let sum = 0
    const group = new Set<Waiting>()
    let passed = 0
    const blocked = new Set(this.held)
    for (const one of this.waiting) {
      if (one.smibs.some(id => blocked.has(id))) {
        if (++passed > MOST_PASSED) break
        for (const id of one.smibs) blocked.add(id)
        continue
      }
      sum += one.rows
      const [first = one] = group
      if (group.size > 0 && (sum > GROUP_ROWS || one.batch.live !== first.batch.live)) break
      group.add(one)
    }
    if (group.size === 0) return []
    this.waiting = this.waiting.filter(one => !group.has(one))
    for (const { rows } of group) this.rows -= rows
    this.tellRoom()
    return [...group]
  }

  /** False when it failed as worked out; then its batches have been stored otherwise, or refused. */
  private async write(group: readonly Waiting[], plan: Plan): Promise<boolean> {
    this.isWriting = true
    try {
      answer(group, plan, await this.db.transaction().execute(db => carryOut(db, plan)))
      return true
    } catch {
      await this.store(group)
      return false
    } finally {
      this.isWriting = false
      void this.advance()
    }
  }

  private async store(group: readonly Waiting[]): Promise<void> {
    try {
      const { plan, raised } = await retried(() =>
        this.db.transaction().execute(async db => {
          const made = await planBatches(db, batchesOf(group))
          return { plan: made, raised: await carryOut(db, made) }
        }),
      )
      answer(group, plan, raised)
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else for (const one of group) await this.store([one])
    }
  }
}

const rowsOf = (messages: readonly Received[]): number =>
  messages.reduce((sum, { events, counters }) => sum + Math.max(1, events.length + counters.length), 0)

const batchesOf = (group: readonly Waiting[]): Batch[] => group.map(({ batch }) => batch)

function answer(group: readonly Waiting[], { placed }: Plan, raised: readonly Raised[]): void {
  group.forEach(({ resolve }, index) =>
    resolve({ placed: placed[index] ?? new Map(), raised: index === 0 ? raised : [] }),
  )
}

async function retried<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= MAX_TRIES || !isRetryable(error)) throw error
      await new Promise(resolve => setTimeout(resolve, PAUSE_MS * tries * (1 + Math.random())))
    }
  }
}
