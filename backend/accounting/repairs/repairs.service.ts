/**
 * What a person decides of a crossing becomes a ruling that judgement applies: its readings are judged anew with it,
 * and the sums get the difference.
 * So what is shown before and what is booked come of the same function, and late data finds the ruling in force.
 */
import { isDeepStrictEqual } from 'node:util'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { demandOpenDays, settledDays, type Touched } from '../period-lock/open-days.service'
import { proposedAfter } from '../../telemetry/judgement/meter-breaks.service'
import { holdSlot, judgeWithRuling } from '../../telemetry/rebooking/ruled-judgement.service'
import type { ReadingKey, RulingBody } from '../../telemetry/judgement/rulings.service'
import { enter, type Who, effectSummary } from './repair-entries.service'
import { dayIn } from '../../telemetry/readings/slot-history.queries'
import { correctionEffect } from './repair-effect.service'
import { isSecondPerson } from '../../workflow/second-person/second-person.service'
import {
  repairMeters,
  type RepairChoice,
  type RepairDecision,
  type RepairEffect,
  type RepairEvidence,
  type RepairMeter,
} from './repairs.contract'
import { metersOf, repairOf, secondPersonFrom, type StoredRepair } from './repairs.queries'

type Wanted = Omit<RepairDecision, 'reason'>

/** Throws 422 by field. */
function rulingFrom(repair: StoredRepair, decision: Wanted): RulingBody {
  const reading = JSON.parse(repair.reading) as ReadingKey
  const meters = metersOf(repair)
  if (decision.choice === 'ignore') return { kind: 'ignore', until: repair.until }
  if (decision.choice === 'confirm') return { kind: 'confirm', reading }
  if (decision.choice === 'break') {
    const proposed = proposedAfter(repair.kind, meters)
    const [before, after]: Partial<Record<RepairMeter, number>>[] = [{}, {}]
    for (const name of repairMeters) {
      const sides = meters[name]
      if (!sides || !before || !after) continue
      const ended = (before[name] = decision.before?.[name] ?? proposed[name]?.before ?? sides.before)
      const began = (after[name] = decision.after?.[name] ?? proposed[name]?.after ?? sides.after)
      if (ended < sides.before) throw invalidField(`before.${name}`, 'too_small', { min: sides.before })
      if (began > sides.after) throw invalidField(`after.${name}`, 'too_big', { max: sides.after })
    }
    return { kind: 'break', reading, before: before ?? {}, after: after ?? {} }
  }
  const { at, values = {} } = decision
  const first = repair.last_at ?? repair.crossing
  if (at === undefined || at <= first || at >= repair.crossing) throw invalidField('at', 'outside')
  const given = repairMeters.filter(name => values[name] !== undefined)
  if (given.length === 0) throw invalidField('values', 'required')
  for (const name of given) {
    const known = meters[name]?.before
    if (known !== undefined && (values[name] ?? 0) < known)
      throw invalidField(`values.${name}`, 'too_small', { min: known })
  }
  return { kind: 'insert', at, values }
}

/** `touched`: where it lies, and what it would move. */
async function judged(db: Db, repair: StoredRepair, body: RulingBody | null, write: boolean, most?: number) {
  const { tenant_id: tenantId, slot_id: slotId, game_nr: game, crossing, location_id: locationId } = repair
  const found = await judgeWithRuling(db, { tenantId, slotId, game, crossing }, body, write, most)
  const touched: Touched[] = [{ locationId, day: await dayOf(db, repair) }, ...found.changes]
  return {
    effect: { ...correctionEffect(found.changes, repair.currency, locationId), state: found.state },
    isCut: found.isCut,
    touched,
  }
}

/** Throws 409 `day_sealed` or `period_locked` where it lies in such a day or would move one, shown or booked. */
async function judgedWith(
  db: Db,
  repair: StoredRepair,
  body: RulingBody | null,
  write: boolean,
): Promise<RepairEffect> {
  const { effect, touched } = await judged(db, repair, body, write)
  await demandOpenDays(db, repair.tenant_id, touched)
  return effect
}

/** A reading at the boundary itself closes the day before. */
const dayOf = (db: Db, { location_id, crossing }: StoredRepair): Promise<string> =>
  dayIn(db, location_id, crossing - 1)

/**
 * Said before anybody tries: why nothing can be decided of it, nor taken back, or what each of these choices would
 * book.
 */
export async function whatCanBeDecided(
  db: Db,
  repair: StoredRepair,
  choices: readonly RepairChoice[],
): Promise<Pick<RepairEvidence, 'stays' | 'books' | 'would'>> {
  const settled = settledDays(db, repair.tenant_id)
  const own = { locationId: repair.location_id, day: await dayOf(db, repair) }
  const stays = (await settled([own]))?.why ?? null
  if (stays) return { stays, books: [], would: null }
  if (repair.waiting !== null) return { stays, books: [], would: await whatProposalMoves(db, repair) }
  if (repair.state === 'decided') return { stays, books: [], would: null }
  return { stays, books: await whatChoicesBook(db, repair, choices, settled), would: null }
}

/** Whoever answers sees the same as whoever proposed: hour by hour, from the readings that there are now. */
async function whatProposalMoves(db: Db, repair: StoredRepair): Promise<RepairEffect | null> {
  const proposal = await proposalOf(db, repair)
  if (!proposal) return null
  try {
    const body = JSON.parse(proposal.body ?? 'null') as RulingBody | null
    const { effect, isCut } = await judged(db, repair, body, false, MOST_JUDGED)
    return isCut ? null : effect
  } catch (error) {
    // Late data may have taken away what it was about: approving says so.
    if (error instanceof Problem) return null
    throw error
  }
}

async function heldRepair({ db, scope, now }: Who, id: string): Promise<StoredRepair> {
  await holdSlot(db, (await repairOf(db, scope, id, now)).slot_id)
  return repairOf(db, scope, id, now)
}

/** What a decision would move, or taking it back; nothing is written. */
export async function previewDecision(
  { db, scope, now }: Pick<Who, 'db' | 'scope' | 'now'>,
  id: string,
  decision: Wanted | null,
): Promise<RepairEffect> {
  const repair = await repairOf(db, scope, id, now)
  if (decision) demandOpen(repair)
  else demandDecided(repair)
  return judgedWith(db, repair, decision && rulingFrom(repair, decision), false)
}

/**
 * A page shows three choices: more readings than these are judged for one that somebody has chosen alone, which the
 * page's preview does.
 */
const MOST_JUDGED = 1_000

/**
 * Of each choice that needs nothing typed; one that would be refused is left out. Judgement stops where both lines
 * agree, as for the preview.
 */
async function whatChoicesBook(
  db: Db,
  repair: StoredRepair,
  choices: readonly RepairChoice[],
  settled: ReturnType<typeof settledDays>,
): Promise<RepairEvidence['books']> {
  const books: RepairEvidence['books'] = []
  for (const choice of choices) {
    if (choice === 'insert') continue
    try {
      const ruling = rulingFrom(repair, { choice })
      const { effect, isCut, touched } = await judged(db, repair, ruling, false, MOST_JUDGED)
      if (await settled(touched)) continue
      books.push(
        isCut
          ? { choice, total: null, still_open: false }
          : { choice, total: effect.total, still_open: isStillOpen(effect.state) },
      )
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  return books
}

const isStillOpen = (state: RepairEffect['state']): boolean => state === 'open' || state === 'contested'

function demandOpen(repair: StoredRepair): void {
  if (repair.waiting !== null) throw new Problem(409, 'repair_waits')
  if (repair.state === 'decided') throw new Problem(409, 'repair_decided')
}
function demandDecided(repair: StoredRepair): void {
  if (repair.waiting !== null) throw new Problem(409, 'repair_waits')
  if (repair.state === 'open') throw new Problem(409, 'repair_open')
}

/** Books it, or leaves it to a second person where the tenant asks for one. */
export async function decide(who: Who, id: string, decision: RepairDecision): Promise<void> {
  const repair = await heldRepair(who, id)
  demandOpen(repair)
  const body = rulingFrom(repair, decision)
  const effect = await judgedWith(who.db, repair, body, false)
  if (isStillOpen(effect.state)) throw invalidField('choice', 'still_open')
  await bookOrPropose(who, repair, 'decide', { body, effect, reason: decision.reason })
}

/** Taking back moves the same money as deciding did, so it takes the same people. `body` null: taken back. */
async function bookOrPropose(
  who: Who,
  repair: StoredRepair,
  action: 'decide' | 'reopen',
  { body, effect, reason }: { body: RulingBody | null; effect: RepairEffect; reason: string },
): Promise<void> {
  const limit = await secondPersonFrom(who.db, who.scope, repair)
  if (limit && effect.largest.minor >= limit.minor) {
    const entry = await enter(who, repair, 'propose', { body, effect, reason })
    await who.db.updateTable('repairs').set({ waiting: entry }).where('id', '=', repair.id).execute()
    return
  }
  await judgedWith(who.db, repair, body, true)
  await nothingWaits(who.db, repair.id)
  await enter(who, repair, action, { body, effect, reason })
}

const proposalOf = (db: Db, { waiting }: StoredRepair) =>
  waiting === null
    ? undefined
    : db.selectFrom('repair_decisions').selectAll().where('id', '=', waiting).executeTakeFirst()

async function dropProposal(
  who: Who,
  repair: StoredRepair,
  action: 'refuse' | 'outdated',
  reason: string,
  isOwn = false,
): Promise<void> {
  await nothingWaits(who.db, repair.id)
  await enter(who, repair, action, { reason, isOwn })
}

/**
 * Nobody approves what they proposed; whoever proposed it may take it back. Throws 409 `repair_changed` when it would
 * no longer move what it was shown to move: see `outdateProposal`.
 */
export async function answerProposal(
  who: Who,
  id: string,
  answer: 'approve' | 'refuse',
  reason: string,
): Promise<void> {
  const repair = await heldRepair(who, id)
  const proposal = await proposalOf(who.db, repair)
  if (!proposal) throw new Problem(409, 'repair_not_waiting')
  const requestedBy = proposal.user_id ?? ''
  if (answer === 'refuse') return dropProposal(who, repair, 'refuse', reason, requestedBy === who.actor.id)
  if (!(await isSecondPerson(who.db, who.actor, requestedBy))) throw new Problem(409, 'repair_own_proposal')
  const body = JSON.parse(proposal.body ?? 'null') as RulingBody | null
  const effect = await judgedWith(who.db, repair, body, true)
  // Taken back it is open again, and is to be.
  const isUndecided = body !== null && isStillOpen(effect.state)
  if (isUndecided || !isDeepStrictEqual(effectSummary(effect), JSON.parse(proposal.effect ?? 'null')))
    throw new Problem(409, 'repair_changed')
  await nothingWaits(who.db, id)
  await enter(who, repair, 'approve', { body, effect, reason })
}

/** In a transaction of its own, after approving was refused: it is decided again, from what there is now. */
export async function outdateProposal(who: Who, id: string, reason: string): Promise<void> {
  const repair = await heldRepair(who, id)
  if (repair.waiting !== null) await dropProposal(who, repair, 'outdated', reason)
}

const nothingWaits = (db: Db, id: string) =>
  db.updateTable('repairs').set({ waiting: null }).where('id', '=', id).execute()

/** Taken back: judged as if nobody had decided. Proposed where the tenant asks for a second person. */
export async function reopen(who: Who, id: string, reason: string): Promise<void> {
  const repair = await heldRepair(who, id)
  demandDecided(repair)
  const effect = await judgedWith(who.db, repair, null, false)
  await bookOrPropose(who, repair, 'reopen', { body: null, effect, reason })
}
