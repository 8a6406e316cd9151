/**
 * So many at once, and of one person and one tenant no more than so many. Others wait, and the next is whoever was
 * served longest ago; of one person's, the request that began first.
 */
import type { Reading } from '../process/reading'
import { Busy, CallerGone } from './errors'

export interface Limits {
  places: number
  perTenant: number
  perPerson: number
}

interface Waiting {
  reading: Reading | undefined
  enter(): void
}

/** Work in the background is one person of its own, and waits for as long as it takes. */
const nobody = { person: '', tenant: 'background' }

/** So long a request waits while nothing of it is done: shorter than a page waits for all that it shows. */
const PATIENCE_MS = 3_000

/** People of whom it is remembered when they were served. */
const MOST_REMEMBERED = 1_000

export class Places {
  private readonly waiting: Waiting[] = []
  private readonly running = new Map<string, number>()
  private readonly served = new Map<string, number>()
  /**
   * The turn in which a request had its first place: what has begun is finished before another begins, or all of them
   * would run out of time together.
   */
  private readonly began = new WeakMap<Reading, number>()
  private taken = 0
  private turn = 0

  constructor(
    private readonly limits: Limits,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** Whether somebody waits. */
  get hasWaiting(): boolean {
    return this.waiting.length > 0
  }

  /**
   * Answers how to leave the place, which must be done. Throws `CallerGone`, or `Busy` after a while in which nothing
   * of the request was done.
   */
  async take(reading: Reading | undefined): Promise<() => void> {
    if (reading?.leaving?.hasLeft) throw new CallerGone()
    return this.tryTake(reading) ?? this.wait(reading)
  }

  /** Undefined where one would have to wait. */
  tryTake(reading: Reading | undefined): (() => void) | undefined {
    return this.isFree(reading) ? this.enter(reading) : undefined
  }

  private wait(reading: Reading | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const since = performance.now()
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        clearTimeout(timer)
        stopListening?.()
        const place = this.waiting.indexOf(own)
        if (place >= 0) this.waiting.splice(place, 1)
      }
      const own: Waiting = {
        reading,
        enter: () => {
          end()
          resolve(this.enter(reading))
        },
      }
      this.waiting.push(own)
      const stopListening = reading?.leaving?.onLeave(() => {
        end()
        reject(new CallerGone())
      })
      const look = () => {
        const left = Math.max(since, reading?.servedAt ?? since) + this.patienceMs - performance.now()
        if (left > 0) timer = setTimeout(look, Math.ceil(left))
        else {
          end()
          reject(new Busy())
        }
      }
      if (reading) look()
    })
  }

  private enter(reading: Reading | undefined): () => void {
    const keys = keysOf(reading)
    this.taken++
    this.turn++
    if (reading && !this.began.has(reading)) this.began.set(reading, this.turn)
    for (const key of keys) {
      this.running.set(key, this.count(key) + 1)
      this.served.delete(key)
      this.served.set(key, this.turn)
    }
    if (this.served.size > MOST_REMEMBERED) this.served.delete(this.served.keys().next().value ?? '')
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.taken--
      for (const key of keys) {
        const left = this.count(key) - 1
        if (left > 0) this.running.set(key, left)
        else this.running.delete(key)
      }
      if (reading) reading.servedAt = performance.now()
      this.next()
    }
  }

  private next(): void {
    let best: Waiting | undefined
    for (const one of this.waiting)
      if (this.isFree(one.reading) && (!best || this.isBefore(one.reading, best.reading))) best = one
    best?.enter()
  }

  private isFree(reading: Reading | undefined): boolean {
    const { places, perTenant, perPerson } = this.limits
    const [tenant, person] = keysOf(reading)
    return this.taken < places && this.count(tenant) < perTenant && this.count(person) < perPerson
  }

  /** Whose tenant was served longer ago, within a tenant which person, and of one person which request began first. */
  private isBefore(one: Reading | undefined, other: Reading | undefined): boolean {
    if (keysOf(one)[1] === keysOf(other)[1]) return this.beganAt(one) < this.beganAt(other)
    const [tenant, person] = keysOf(one).map(key => this.served.get(key) ?? 0)
    const [otherTenant, otherPerson] = keysOf(other).map(key => this.served.get(key) ?? 0)
    return tenant === otherTenant ? (person ?? 0) < (otherPerson ?? 0) : (tenant ?? 0) < (otherTenant ?? 0)
  }

  private beganAt(reading: Reading | undefined): number {
    return (reading && this.began.get(reading)) ?? Infinity
  }

  private count(key: string): number {
    return this.running.get(key) ?? 0
  }
}

function keysOf(reading: Reading | undefined): [tenant: string, person: string] {
  const { tenant, person } = reading ?? nobody
  return [`tenant ${tenant}`, `person ${tenant} ${person}`]
}
