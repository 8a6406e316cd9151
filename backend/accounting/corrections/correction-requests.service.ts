/**
 * Corrections where the tenant requires a second person: one requests it and sees the effect, another approves it. The
 * effect is computed again then, and compared with what was shown.
 */
import { isDeepStrictEqual } from 'node:util'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { ask, needsSecond, waitingAbout } from '../../workflow/second-person/asking.service'
import type { Approval } from '../../workflow/second-person/kinds.service'
import type { WaitingRequest } from '../../workflow/second-person/waiting.contract'
import {
  correctionWords,
  type CorrectionTable,
  type Corrector,
  type Draft,
  type Reader,
  type RequestedKind,
} from './correction-kind'
import {
  findCorrection,
  makeCorrection,
  previewCorrection,
  previewRevert,
  revertCorrection,
} from './corrections.service'
import type { CorrectionEffect } from './correction.contract'
import type { Key } from './message.queries'

export const needsSecondPerson = (db: Db, tenantId: string): Promise<boolean> =>
  needsSecond(db, tenantId, 'edit_second_person')

/** What a preview says of a second person; null where one person is enough. */
export const secondPersonOf = async (
  db: Db,
  tenantId: string,
  about: string,
  now: number,
): Promise<{ waiting: WaitingRequest | null } | null> =>
  (await needsSecondPerson(db, tenantId)) ? { waiting: await waitingAbout(db, [about], now) } : null

const aboutMessage = ({ smib, at, message_seq_nr }: Key): string => `edit ${smib} ${at} ${message_seq_nr}`

export async function previewWithSecond<Wanted>(
  kind: RequestedKind<CorrectionTable, Wanted>,
  who: Reader,
  wanted: Wanted,
) {
  const { draft, ...moves } = await previewCorrection(kind, who, wanted)
  const about = aboutMessage(kind.messageOf(wanted))
  return {
    ...draft.shown,
    ...moves,
    second_person: await secondPersonOf(who.db, draft.tenantId, about, who.now),
  }
}

type Requester = Omit<Corrector, 'requestedBy'>
const requestTo = (
  { db, actor, now }: Requester,
  message: Key,
  {
    tenantId,
    slotId,
    locationId,
    ...subject
  }: Pick<Draft, 'tenantId' | 'locationId' | 'slotId'> & {
    body: { reason: string; [name: string]: unknown }
    effect: CorrectionEffect
    edit_id?: string
  },
): Promise<string> =>
  ask(
    db,
    actor,
    {
      tenant_id: tenantId,
      location_id: locationId,
      slot_id: slotId,
      kind: 'edit',
      about: aboutMessage(message),
      day: null,
      through: null,
      cause: subject.body.reason,
      ...subject,
    },
    now,
  )

/** In a transaction. Null: one person is enough and there is no request. Throws what making it throws. */
export async function requestCorrection<Wanted>(
  kind: RequestedKind<CorrectionTable, Wanted>,
  who: Requester,
  wanted: Wanted,
  reason: string,
): Promise<string | null> {
  const { draft, effect } = await previewCorrection(kind, who, wanted)
  if (!(await needsSecondPerson(who.db, draft.tenantId))) return null
  if (draft.refusal) throw draft.refusal
  const message = kind.messageOf(wanted)
  const does = correctionWords[kind.table].requests?.make
  return requestTo(who, message, {
    tenantId: draft.tenantId,
    locationId: (draft.found ?? draft).locationId,
    slotId: (draft.found ?? draft).slotId,
    body: { does, ...message, edit: null, ...draft.requested, reason },
    effect,
  })
}

/** As `requestCorrection`. */
export async function requestRevert(
  kind: RequestedKind,
  who: Requester,
  id: string,
  reason: string,
): Promise<string | null> {
  const { inForce, requests } = correctionWords[kind.table]
  const correction = await findCorrection(who.db, kind.table, who.scope, id)
  if (correction.state !== inForce || !(await needsSecondPerson(who.db, correction.tenant_id))) return null
  const message = kind.messageOfStored(correction)
  return requestTo(who, message, {
    tenantId: correction.tenant_id,
    locationId: correction.location_id,
    slotId: correction.slot_id,
    edit_id: id,
    body: { does: requests?.revert, ...message, edit: id, ...kind.requestedRevert?.(correction), reason },
    effect: await previewRevert(kind, who, id),
  })
}

interface RequestBody {
  does: string
  edit: string | null
  reason: string
}

/** As a second person has approved it. Throws 409 `effect_changed` where it would move something else by now. */
export async function performCorrection(
  kinds: readonly RequestedKind[],
  who: Corrector,
  { id, asked_by, effect }: Pick<Approval, 'id' | 'asked_by' | 'effect'>,
  body: RequestBody,
): Promise<void> {
  const shown: unknown = effect === null ? null : JSON.parse(effect)
  const by = { ...who, requestedBy: asked_by }
  const edit_id = await performed(kinds, by, body, moves => {
    if (!isDeepStrictEqual(moves, shown)) throw new Problem(409, 'effect_changed')
  })
  await who.db.updateTable('approvals').set({ edit_id }).where('id', '=', id).execute()
}

/** Answers the correction's id; `compare` throws before anything is written. */
async function performed(
  kinds: readonly RequestedKind[],
  who: Corrector,
  body: RequestBody,
  compare: (moves: CorrectionEffect) => void,
): Promise<string> {
  for (const kind of kinds) {
    const { requests } = correctionWords[kind.table]
    if (body.does === requests?.make) {
      const wanted = kind.wantedIn(body as never)
      compare((await previewCorrection(kind, who, wanted)).effect)
      return makeCorrection(kind, who, wanted, body.reason)
    }
    if (body.does === requests?.revert) {
      const id = body.edit ?? ''
      compare(await previewRevert(kind, who, id))
      if (!(await revertCorrection(kind, who, id, body.reason))) throw new Problem(409, 'effect_changed')
      return id
    }
  }
  throw new Error(`No kind of correction does "${body.does}"`)
}
