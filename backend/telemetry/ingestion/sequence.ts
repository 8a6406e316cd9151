/** A SMIB's numbering: replays, conflicts, gaps, restarts. Pure; the database is elsewhere. */
import type { Received } from './received-message'

/**
 * A lower number this long after the newest message means that the SMIB has begun anew; sooner it is a late message.
 * Convention.
 */
const RESTART_SILENCE_MS = 5_000
/**
 * A restart is believed even where its number is taken, when it is this low or falls back this far; and then at once,
 * because the SMIB has said this number already: a later time under it is no late message. Convention.
 */
const RESTART_FROM = 10
const RESTART_DROP = 1_000

export interface Run {
  run: number
  startedAt: number
  min: number
  max: number
  /** Its message of the highest number has an event number. */
  numbered: boolean
}
export interface Break {
  /** Absent until it is stored. */
  id?: string
  /**
   * `skip`: missing numbers after a message without an event number, which carries no claim. They may still arrive,
   * and nobody is notified of them.
   */
  kind: 'gap' | 'skip' | 'reset'
  run: number
  from: number
  to: number
  /** As it was found, without what belongs to the other half where a late message divided it. */
  whole?: { from: number; to: number }
  at: number
  closed: boolean
  changed: boolean
  /** Seen now for the first time: not what a late message left of one that was known. */
  reported?: boolean
}
export type Placed = { run: number } | 'duplicate' | 'sequence_conflict'

export class Numbering {
  /** Earlier runs to be stored: ended now, or reached by a late message. */
  readonly touched = new Set<Run>()

  constructor(
    /** Undefined for a SMIB that has never sent. */
    public current: Run | undefined,
    public lastAt: number,
    /** Of the messages that are stored already. */
    private readonly digests: Set<string>,
    readonly earlier: Run[],
    readonly breaks: Break[],
  ) {}

  place(message: Pick<Received, 'seq' | 'at' | 'digest' | 'eventSeq' | 'events'>): Placed {
    const { seq, at, digest } = message
    if (this.digests.has(digest)) return 'duplicate'
    const numbered = message.eventSeq !== null || message.events.length > 0
    const run = this.runFor(seq, at, numbered)
    if (!run) return 'sequence_conflict'
    this.extend(run, seq, at, numbered)
    if (run !== this.current) this.touched.add(run)
    this.lastAt = Math.max(this.lastAt, at)
    this.digests.add(digest)
    return { run: run.run }
  }

  /** Undefined when the number is taken where the message belongs. */
  private runFor(seq: number, at: number, numbered: boolean): Run | undefined {
    const now = this.current
    if (!now) return (this.current = { run: 0, startedAt: at, min: seq, max: seq, numbered })
    if (at < now.startedAt && this.earlier.length > 0) {
      return this.free(
        this.earlier.reduce(
          (best, one) => (one.startedAt <= at && one.run > best.run ? one : best),
          this.earlier[0] ?? now,
        ),
        seq,
      )
    }
    const free = this.free(now, seq)
    if (seq > now.max) return free
    const believed = seq <= RESTART_FROM || now.max - seq >= RESTART_DROP
    if (free ? at < this.lastAt + RESTART_SILENCE_MS : at <= this.lastAt || !believed) return free
    this.touched.add(now)
    this.earlier.push(now)
    this.breaks.push({
      kind: 'reset',
      run: now.run + 1,
      from: now.max,
      to: seq,
      at,
      closed: false,
      changed: true,
      reported: true,
    })
    return (this.current = { run: now.run + 1, startedAt: at, min: seq, max: seq, numbered })
  }

  /** A number within the run's reach is taken, unless it is missing in an open gap. */
  private free(run: Run, seq: number): Run | undefined {
    return seq < run.min || seq > run.max || this.gapWith(run.run, seq) ? run : undefined
  }

  private gapWith(run: number, seq: number): Break | undefined {
    return this.breaks.find(
      one => one.kind !== 'reset' && !one.closed && one.run === run && one.from < seq && seq < one.to,
    )
  }

  private extend(run: Run, seq: number, at: number, numbered: boolean): void {
    if (seq > run.max) {
      if (seq > run.max + 1) this.gap(run.run, run.max, seq, at, missingAfter(run.numbered))
      run.max = seq
      run.numbered = numbered
    } else if (seq < run.min) {
      if (seq < run.min - 1) this.gap(run.run, seq, run.min, at, missingAfter(numbered))
      run.min = seq
    } else this.fill(run.run, seq, at, numbered)
  }

  private gap(
    run: number,
    from: number,
    to: number,
    at: number,
    more: Pick<Break, 'kind' | 'reported' | 'whole'>,
  ): void {
    this.breaks.push({
      run,
      from,
      to,
      at,
      closed: false,
      changed: true,
      reported: false,
      ...more,
    })
  }

  /** A late message leaves of its gap what is still missing before and after it. */
  private fill(run: number, seq: number, at: number, numbered: boolean): void {
    const gap = this.gapWith(run, seq)
    if (!gap) return
    gap.changed = true
    const missesBefore = seq > gap.from + 1
    const missesAfter = seq < gap.to - 1
    const whole = gap.whole ?? { from: gap.from, to: gap.to }
    gap.whole = whole
    if (missesBefore && missesAfter) {
      // The first half reports the message itself.
      this.gap(run, gap.from, seq, at, { kind: gap.kind, whole: { from: whole.from, to: seq + 1 } })
      gap.whole = { from: seq, to: whole.to }
    }
    if (missesAfter) Object.assign(gap, { from: seq, kind: missingAfter(numbered).kind })
    else if (missesBefore) Object.assign(gap, { to: seq, at })
    else gap.closed = true
  }
}

/** Only what is missing after a message with an event number is reported. */
const missingAfter = (numbered: boolean): Pick<Break, 'kind' | 'reported'> =>
  numbered ? { kind: 'gap', reported: true } : { kind: 'skip', reported: false }
