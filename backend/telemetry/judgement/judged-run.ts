/** Readings judged in their order by one set of rulings, and what is written where two runs differ. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { storeJudgement, type SlotReading } from './counter-readings'
import { withoutBreaks } from './gone-breaks.service'
import { MeterBreaks, repairId, stepsOf, storeBreak } from './meter-breaks.service'
import { judgeReading, PASSED_BY, type Outcome, type State } from './judge-reading'
import { isManual } from '../readings/movement'
import type { RollUps } from './roll-ups'
import { decidedBreaks, rulingFor, type Decided, type Ruling } from './rulings.service'
import type { Between } from '../readings/check-reading'

/** How a reading was judged in one of the two runs, discarded ones marked. */
type Verdicts = Map<SlotReading, { outcome: Outcome; held: SlotReading['held'] }>

export interface Rulings {
  before: readonly Ruling[]
  now: readonly Ruling[]
}
export class Run {
  readonly verdicts: Verdicts = new Map()
  readonly inserted: Verdicts = new Map()
  readonly breaks = new MeterBreaks()
  private held: SlotReading[] = []

  constructor(
    readonly state: State,
    private readonly between: Between,
    private readonly rulings: readonly Ruling[],
  ) {}

  next(reading: SlotReading, inserts?: Decided): void {
    const { heldSince } = this.state
    const ruling = inserts ?? rulingFor(this.rulings, reading)
    if (ruling?.kind === 'omit') {
      this.verdicts.set(reading, { outcome: PASSED_BY, held: 'stray' })
      return
    }
    const outcome = judgeReading(this.state, reading, this.between, ruling)
    if (inserts && outcome.contests !== undefined) {
      this.breaks.take([{ does: 'contest', at: outcome.contests }])
      return
    }
    this.breaks.take(stepsOf(reading, outcome, heldSince, this.state))
    const isIgnored = outcome.held && outcome.ruled !== undefined
    ;(inserts ? this.inserted : this.verdicts).set(reading, {
      outcome,
      held: isIgnored ? 'stray' : outcome.held ? 'open' : null,
    })
    if (isIgnored) return
    if (outcome.held) {
      this.held.push(reading)
      return
    }
    for (const one of outcome.discardsHeld ? this.held : []) {
      const verdict = this.verdicts.get(one)
      if (verdict) verdict.held = 'stray'
    }
    this.held = []
  }
}

/** Only a changed judgement is written: readings from before judgements were stored stay as they were booked. */
export async function settle(
  db: Db,
  sums: RollUps,
  game: number,
  before: Run,
  after: Run,
  write: boolean,
): Promise<void> {
  // A reading that a person took off the machine is none of the readings that were received.
  const receivedCount = (reading: SlotReading) => (isManual(reading) ? 0 : 1)
  for (const [reading, { outcome }] of before.verdicts)
    sums.book(reading.place, game, outcome, -1, -receivedCount(reading))
  // An inserted reading moves money, and is none of the readings that were received.
  for (const [reading, { outcome }] of before.inserted) sums.book(reading.place, game, outcome, -1, 0)
  for (const [reading, { outcome }] of after.inserted) sums.book(reading.place, game, outcome, 1, 0)
  for (const [reading, { outcome, held }] of after.verdicts) {
    sums.book(reading.place, game, outcome, 1, receivedCount(reading))
    const was = before.verdicts.get(reading)
    const isOther =
      was?.held !== held || JSON.stringify(was.outcome.repairs) !== JSON.stringify(outcome.repairs)
    if (!isOther || !(write || reading.isNew)) continue
    reading.repairs = outcome.repairs
    reading.held = held
    if (!reading.isNew) await storeJudgement(db, reading)
  }
}

export async function storeBreaks(
  db: Db,
  slotId: string,
  game: number,
  before: MeterBreaks,
  after: MeterBreaks,
  rulings: Rulings,
): Promise<void> {
  const [ruledBefore, ruled] = [decidedBreaks(rulings.before), decidedBreaks(rulings.now)]
  // A decision's row stays while the decision holds; taken back where nothing is in doubt any more, no run tells of it.
  const takenBack = new Set([...ruledBefore].filter(at => !ruled.has(at)))
  for (const at of new Set([...before.entries.keys(), ...after.entries.keys(), ...takenBack])) {
    const [was, is] = [before.state(at, ruledBefore), after.state(at, ruled)]
    if (!takenBack.has(at) && JSON.stringify(was) === JSON.stringify(is)) continue
    const id = repairId(slotId, game, at)
    if (!is) {
      if (!ruled.has(at)) for (const one of withoutBreaks(db, sql`id = ${id}`)) await db.executeQuery(one)
    } else if (is.row) for (const one of storeBreak(db, game, is.state, is.row)) await db.executeQuery(one)
    else await db.updateTable('repairs').set({ state: is.state }).where('id', '=', id).execute()
  }
}
