/** The one way of a correction (`correction-kind.ts`). The preview is what is booked, by the same function. */
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Scope } from '../../platform/request/actor'
import { holdSlot } from '../../telemetry/rebooking/ruled-judgement.service'
import { demandOpenDays } from '../period-lock/open-days.service'
import { correctionEffect } from '../repairs/repair-effect.service'
import {
  correctionWords,
  type CorrectionKind,
  type CorrectionTable,
  type Corrector,
  type Draft,
  type Reader,
  type StoredCorrection,
} from './correction-kind'
import type { CorrectionEffect } from './correction.contract'

/** An approved correction has the names of both people: the requester, who gave the reason, and the approver. */
const actorName = ({ actor, requestedBy }: Corrector): string =>
  requestedBy === undefined ? actor.name : `${requestedBy}, ${actor.name}`

/** Throws 404 for one that is not there or not in scope. */
export async function findCorrection<Table extends CorrectionTable>(
  db: Db,
  table: Table,
  { tenantId }: Scope,
  id: string,
): Promise<StoredCorrection<Table>> {
  const found = await db
    // All tables of corrections have the columns of this query.
    .selectFrom(table as 'ignored_messages')
    .selectAll()
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!found) throw new Problem(404, 'not_found')
  return found as unknown as StoredCorrection<Table>
}

/** Throws 409 `day_sealed` or `period_locked` where it lies in such a day or would move one. */
async function booked(
  { demandDays }: CorrectionKind,
  db: Db,
  draft: Draft,
  write: boolean,
): Promise<{ effect: CorrectionEffect; doubtful?: boolean }> {
  const { changes, ...doubt } = await draft.book(db, write)
  await demandDays(db, draft.tenantId, [draft, ...changes])
  return { effect: correctionEffect(changes, draft.currency, (draft.found ?? draft).locationId), ...doubt }
}

/** What it would move; nothing is written. */
export async function previewCorrection<Wanted>(
  kind: CorrectionKind<CorrectionTable, Wanted>,
  who: Reader,
  wanted: Wanted,
): Promise<{ draft: Draft; effect: CorrectionEffect; doubtful?: boolean }> {
  const draft = await kind.draft(who, wanted)
  return { draft, ...(await booked(kind as CorrectionKind, who.db, draft, false)) }
}

/** In a transaction, while nothing is stored of readings. Answers its id, which is `id` where one is given. */
export async function makeCorrection<Wanted>(
  kind: CorrectionKind<CorrectionTable, Wanted>,
  who: Corrector,
  wanted: Wanted,
  reason: string,
  id: string = newId(who.now),
): Promise<string> {
  const { db, actor, now } = who
  const { entity, inForce, madeBy, reverted } = correctionWords[kind.table]
  await holdSlot(db, await kind.slotOf(who, wanted))
  const draft = await kind.draft(who, wanted)
  if (draft.refusal) throw draft.refusal
  const { effect } = await booked(kind as CorrectionKind, db, draft, true)
  await draft.stored?.(db, id)
  await db
    .insertInto(kind.table as 'ignored_messages')
    .values({
      id,
      tenant_id: draft.tenantId,
      location_id: draft.locationId,
      slot_id: draft.slotId,
      version: 1,
      search: '',
      archived_at: null,
      created_at: now,
      updated_at: now,
      state: inForce,
      cause: reason,
      [madeBy]: actorName(who),
      moved_minor: effect.total.net_win.minor,
      currency: draft.currency,
      effect: JSON.stringify(effect),
      [`${reverted}_by`]: null,
      [`${reverted}_at`]: null,
      [`${reverted}_reason`]: null,
      ...draft.columns,
    } as never)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity,
      id,
      tenantId: draft.tenantId,
      action: draft.action,
      before: draft.before ?? null,
      after: { ...draft.after, total: effect.total, reason },
    },
    now,
  )
  return id
}

async function revertedEffect<Table extends CorrectionTable>(
  kind: CorrectionKind<Table>,
  { db, now }: Reader,
  correction: StoredCorrection<Table>,
  write: boolean,
): Promise<CorrectionEffect> {
  const { location_id: locationId, tenant_id, currency } = correction as StoredCorrection<CorrectionTable>
  const { changes, day } = await kind.revert(db, correction, write, now)
  await demandOpenDays(db, tenant_id, [{ locationId, day }, ...changes])
  return correctionEffect(changes, currency, locationId)
}

const isInForce = (table: CorrectionTable, { state }: { state: string }): boolean =>
  state === correctionWords[table].inForce

/** What reverting it would move; nothing is written. Throws 409 for one that is reverted already. */
export async function previewRevert(
  kind: CorrectionKind,
  who: Reader,
  id: string,
): Promise<CorrectionEffect> {
  const correction = await findCorrection(who.db, kind.table, who.scope, id)
  if (!isInForce(kind.table, correction)) throw new Problem(409, 'effect_changed')
  return revertedEffect(kind, who, correction, false)
}

/** Books as if nobody had made it. False where it is reverted already. */
export async function revertCorrection(
  kind: CorrectionKind,
  who: Corrector,
  id: string,
  reason: string,
): Promise<boolean> {
  const { db, actor, scope, now } = who
  const { entity, inForce, reverted, revertAction } = correctionWords[kind.table]
  await holdSlot(db, (await findCorrection(db, kind.table, scope, id)).slot_id)
  const correction = await findCorrection(db, kind.table, scope, id)
  if (!isInForce(kind.table, correction)) return false
  const effect = await revertedEffect(kind, who, correction, true)
  await db
    .updateTable(kind.table as 'ignored_messages')
    .set({
      state: reverted,
      [`${reverted}_by`]: actorName(who),
      [`${reverted}_at`]: now,
      [`${reverted}_reason`]: reason,
      updated_at: now,
      version: correction.version + 1,
    } as never)
    .where('id', '=', id)
    .execute()
  const { before, after } = kind.describe(correction)
  await recordChange(
    db,
    actor,
    {
      entity,
      id,
      tenantId: correction.tenant_id,
      action: revertAction,
      before: { state: inForce, ...before },
      after: { state: reverted, ...after, total: effect.total, reason },
    },
    now,
  )
  return true
}
