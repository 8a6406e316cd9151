/** One live SMIB: what it sends now, going on from where the database says that it stopped. */
import { HOUR_MS } from '../platform/contract/durations'
import type { DownlinkCommand } from '../estate/control/downlink.contract'
import type { IngestMessage } from '../telemetry/ingestion/ingest.contract'
import { firmwareFate, isMissing, type Situation } from './command-answers'
import { hourOf, isOff, playReported, reading, type Life } from './machine'
import { type DemoSlot } from './network'
import { hash32, randomFrom, type Random } from './random'
import type { Raised } from './machine-types'

/** A message this often, give or take: SMIBs of one location do not speak in chorus. */
const HEARTBEAT_MS = 55_000
const HEARTBEAT_SPREAD_MS = 5_000
/** A SMIB sends its slot's meters this often. */
const READING_MS = 5 * 60_000
const READING_SPREAD_MS = 60_000
/** A SMIB buffers this much time without a host: whole hours. */
export const BUFFERED_MS = 72 * HOUR_MS
/** A SMIB is silent for this long after a restart. */
const RESTART_MS = 20_000

export class Board {
  private readonly random: Random
  private dueAt: number
  private periodMs: number
  private readingMs: number
  /** The slot's own state: it plays on until the order reaches it. */
  locked = false
  maintained = false
  /** Whether `locked` is what it was found to be. */
  isKnown = false
  /** No SMIB serves it. */
  muted = false
  /** 0: none. */
  assetNo: number
  /** Somebody wants its meters now. */
  private wantsReport = false
  private quietUntil = -Infinity
  /** The hour of the last report of the games' meters. */
  private gamesHour = -Infinity

  /** Messages that were lost on the way and that it still has. */
  remembers: IngestMessage[] = []
  /** Requested again, not sent yet. */
  again: IngestMessage[] = []

  /** `readAt`: of its last stored reading. */
  constructor(
    public slot: DemoSlot,
    private readonly seed: string,
    private readonly life: Life,
    private readAt: number,
    now: number,
  ) {
    this.random = randomFrom(hash32(`${seed} live ${slot.index} ${now}`))
    this.periodMs = HEARTBEAT_MS + this.random.int(-HEARTBEAT_SPREAD_MS, HEARTBEAT_SPREAD_MS)
    this.readingMs = READING_MS + this.random.int(-READING_SPREAD_MS, READING_SPREAD_MS)
    this.dueAt = now + this.random.int(0, 10_000)
    this.assetNo = Number(slot.assetNo)
  }

  /** Another SMIB sits in the slot now, or none: it numbers its own messages, the slot's meters go on. */
  serve(smib: DemoSlot['smib'], sent: { seq: number; eventSeq: number }): void {
    this.slot = { ...this.slot, smib }
    this.muted = smib === null
    Object.assign(this.life, { messageSeq: sent.seq, eventSeq: sent.eventSeq } satisfies Partial<Life>)
  }

  /**
   * Applies the configuration that it received. Its other settings are for real SMIBs: nothing here has a network or
   * pulses.
   */
  configure(values: Readonly<Record<string, unknown>>): void {
    const [heartbeat, packet] = [values['data.heartbeat'], values['data.packet']]
    // Give or take a tenth, so that a location does not speak in chorus.
    if (typeof heartbeat === 'number') this.periodMs = heartbeat * this.random.int(850, 1_000)
    if (typeof packet === 'number') this.readingMs = packet * this.random.int(800, 1_200)
  }

  /** The slot's pending events: an hour of its history passes them on to the next. */
  private get later(): Raised[] {
    return this.life.later
  }

  get situation(): Situation {
    return {
      locked: this.locked,
      credits: this.life.meters.credits,
      assetNo: this.assetNo,
      remembered: this.remembers.map(message => message.message_seq_nr),
    }
  }

  hears(now: number): boolean {
    return (
      !this.muted &&
      !this.maintained &&
      now >= this.quietUntil &&
      !isOff({ ...this.slot, status: 'active' }, this.seed, now)
    )
  }

  obey({ kind, input }: Pick<DownlinkCommand, 'kind' | 'input'>, now: number): void {
    if (kind === 'lock' || kind === 'unlock') {
      this.settle(now)
      this.locked = kind === 'lock'
      this.report(now)
    }
    if (kind === 'jackpot_pay') this.takeOntoMeter(Number(input.amount_minor), now)
    if (kind === 'aft_set_asset_number') this.assetNo = Number(input.asset_number)
    if (kind === 'smib_command' && input.type === 'request_meters') this.report(now)
    if (kind === 'smib_command' && input.type === 'resend') {
      this.again = this.remembers.filter(message => isMissing(input, message.message_seq_nr))
      this.dueAt = now
    }
    if (kind === 'update_firmware') this.startFirmware(String(input.version), now)
    if (kind === 'smib_command' && input.type === 'restart') this.quietUntil = this.dueAt = now + RESTART_MS
  }

  /** It restarts whatever comes of it, and reports afterwards what it runs then. */
  private startFirmware(version: string, now: number): void {
    const fate = firmwareFate(this.slot, this.seed, version)
    const { smib } = this.slot
    if (fate === 'runs' && smib) this.slot = { ...this.slot, smib: { ...smib, firmware: version } }
    this.quietUntil = this.dueAt = now + (fate === 'silent' ? HOUR_MS : RESTART_MS)
  }

  /** An attendant pays it in a few minutes; the slot's SMIB reports the win at once. */
  winProgressive({ level, minor }: { level: number; minor: number }, now: number): void {
    this.settle(now)
    const data = { progressive_level: level, amount_minor: minor, kind: 'progressive' }
    this.life.meters.jackpot += Math.floor(minor / this.slot.denomination)
    this.later.push(
      { code: '54', at: now, data },
      { code: '51', at: now, data },
      { code: '52', at: now + this.random.int(2, 8) * 60_000 },
    )
    this.report(now)
  }

  /** A transfer from the host: money in, and credits to play or take out. */
  private takeOntoMeter(minor: number, now: number): void {
    this.settle(now)
    const credits = Math.floor(minor / this.slot.denomination)
    this.life.meters.electronicIn += credits
    this.life.meters.credits += credits
    this.report(now)
  }

  /**
   * Plays the time until now by the present state, whatever the slot does from now on. Whole hours are the buffer's.
   */
  private settle(now: number): void {
    if (now <= this.readAt || now - this.readAt >= HOUR_MS) return
    this.later.push(
      ...playReported(
        this.slot,
        this.life.meters,
        { start: this.readAt, end: now, locked: this.locked },
        this.random,
      ),
    )
    this.readAt = now
  }

  private report(now: number): void {
    this.wantsReport = true
    this.dueAt = now
  }

  /** Returns its messages that are due by now, in time order; mostly none. */
  speak(now: number): IngestMessage[] {
    if (now < this.dueAt || this.muted) return []
    this.dueAt = now + this.periodMs
    if (this.maintained || isOff({ ...this.slot, status: 'active' }, this.seed, now)) {
      this.life.wasOff = true
      this.readAt = now
      return []
    }
    const buffered = [...this.again.splice(0), ...this.buffered(now)]
    const cameBack: Raised[] = this.life.wasOff
      ? [
          { code: '18', at: now - 2_000 },
          { code: '17', at: now - 1_000 },
        ]
      : []
    this.life.wasOff = false
    const due = this.later.filter(event => event.at <= now)
    const wantsReport = this.wantsReport
    this.wantsReport = false
    if (!wantsReport && now - this.readAt < this.readingMs && due.length + cameBack.length === 0)
      return [...buffered, this.heartbeat(now)]
    return [...buffered, this.readingAt(now, [...cameBack, ...due])]
  }

  private readingAt(now: number, raised: Raised[]): IngestMessage {
    const {
      slot: machine,
      life: { meters },
      random,
    } = this
    this.life.later = this.later.filter(event => event.at > now)
    const fresh = playReported(machine, meters, { start: this.readAt, end: now, locked: this.locked }, random)
    this.later.push(...fresh.filter(event => event.at > now))
    const events = [...raised, ...fresh.filter(event => event.at <= now)].sort((a, b) => a.at - b.at)
    this.readAt = now
    const hour = Math.floor(now / HOUR_MS)
    const games = hour > this.gamesHour
    if (games) this.gamesHour = hour
    return reading(machine, this.life, now, events, { games })
  }

  private heartbeat(now: number): IngestMessage {
    const { life, slot: machine } = this
    return {
      smib_id: machine.smib?.mac ?? '',
      message_seq_nr: ++life.messageSeq,
      event_seq_nr: life.eventSeq,
      server_time_nano: `${now}000000`,
      kind: 'heartbeat',
    }
  }

  /** The slot was played on while nobody listened: a reading for every whole hour that the SMIB remembers. */
  private buffered(now: number): IngestMessage[] {
    if (now - this.readAt < HOUR_MS) return []
    const messages: IngestMessage[] = []
    const first = Math.floor(this.readAt / HOUR_MS) * HOUR_MS + HOUR_MS
    const begun =
      first > this.readAt
        ? playReported(
            this.slot,
            this.life.meters,
            { start: this.readAt, end: first, locked: this.locked },
            this.random,
          )
        : []
    this.later.push(...begun.filter(event => event.at > first))
    for (let end = first; end <= now; end += HOUR_MS) {
      const seq = this.life.messageSeq
      // The hour in which it stopped has been played to its end above.
      const reported =
        end === first
          ? [
              reading(
                this.slot,
                this.life,
                end,
                begun.filter(event => event.at <= first).sort((a, b) => a.at - b.at),
                { games: true },
              ),
            ]
          : hourOf(
              this.locked ? { ...this.slot, status: 'locked', stoppedAt: 0 } : this.slot,
              this.life,
              this.seed,
              end,
              { parts: 1, games: true },
            )
      if (end > now - BUFFERED_MS) messages.push(...reported)
      else this.life.messageSeq = seq
      this.readAt = end
    }
    return messages
  }
}
