/**
 * The demo SMIBs' ears: they ask what they are to do, do it, and answer. Each command is carried out once, however
 * often it is handed out.
 */
import { DAY_MS } from '../platform/contract/durations'
import { MAX_ANSWERS, type CommandAnswer, type DownlinkCommand } from '../estate/control/downlink.contract'
import { reactionsTo, type Mood } from './command-answers'
import type { Board } from './smib'

interface Due {
  at: number
  board: Board
  command: DownlinkCommand
  answer: CommandAnswer
  isDone: boolean
}

/** A finished command is remembered for this long. Milliseconds. */
const REMEMBERED_MS = DAY_MS

export class BoardCommands {
  private readonly known = new Map<string, number>()
  private due: Due[] = []

  constructor(
    private readonly seed: string,
    private readonly pace = 1,
    private readonly mood?: Mood,
  ) {}

  /** `damaged`: orders of firmware whose file has another hash. */
  take(
    commands: readonly DownlinkCommand[],
    smibs: readonly Board[],
    now: number,
    damaged: ReadonlySet<string> = new Set(),
  ): void {
    const byMac = new Map(
      smibs.flatMap(smib => (smib.slot.smib ? [[smib.slot.smib.mac, smib] as const] : [])),
    )
    for (const [id, at] of this.known) if (at < now - REMEMBERED_MS) this.known.delete(id)
    for (const command of commands) {
      const smib = byMac.get(command.smib_id)
      if (!smib || this.known.has(command.command_id)) continue
      this.known.set(command.command_id, now)
      for (const { afterMs, answer } of reactionsTo(
        command,
        smib.slot,
        smib.situation,
        this.seed,
        now,
        this.mood,
      )) {
        const refused = { outcome: 'refused', code: 'hash' } as const
        const given = damaged.has(command.command_id) ? refused : answer
        this.due.push({
          at: now + afterMs * this.pace,
          board: smib,
          command,
          answer: { command_id: command.command_id, ...given },
          isDone: false,
        })
      }
    }
  }

  /** Returns the answers of finished commands, again and again until `delivered`. */
  answers(now: number): CommandAnswer[] {
    const ready = this.due
      .filter(one => one.at <= now)
      .sort((a, b) => a.at - b.at)
      .slice(0, MAX_ANSWERS)
    for (const one of ready) {
      if (one.answer.outcome === 'done' && !one.isDone) one.board.obey(one.command, now)
      one.isDone = true
    }
    return ready.map(one => one.answer)
  }

  delivered(answers: readonly CommandAnswer[]): void {
    const gone = new Set(answers)
    this.due = this.due.filter(one => !gone.has(one.answer))
  }
}
