/** Answers requests: exactly what was shown to the requester is done, or nothing. */
import { isDeepStrictEqual } from 'node:util'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import {
  ignoreMessage,
  previewRestoring,
  previewIgnoring,
  restoreMessage,
} from '../../accounting/edits/ignoring.service'
import {
  editMessage,
  previewEdit,
  previewRevert,
  revertEdit,
  type Wanted,
} from '../../accounting/edits/message-edits.service'
import type { PartValues } from '../../accounting/edits/message-edits.contract'
import { monthReports, sealDay, sealMonth } from '../../accounting/sealing/sealing.service'
import type { EditActor } from '../../accounting/edits/actor-name.service'
import { beginSettingBack, movedBySettingBack } from '../../accounting/set-back/set-back.service'
import type { MovedPlace, SetBack } from '../../accounting/set-back/set-back.contract'
import type { Actor, Scope } from '../../platform/request/actor'
import { answerReopening } from '../../accounting/reopenings/reopenings.service'
import { answerProposal, outdateProposal } from '../../accounting/repairs/repairs.service'
import { answerRequest } from '../../money/jackpots/requests.service'
import { levelKinds, type ApprovalKind } from '../../workflow/second-person/approval-kinds.contract'
import { close } from '../../workflow/second-person/asking.service'

interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}
interface SealBody {
  days: { day: string; reports: string[] }[]
  /** Slots whose missing hours and open repairs are accepted, for this reason. */
  accepted: string[]
  reason: string | null
}
interface MonthBody {
  month: string
  reports: string[]
}
interface EditBody {
  does: 'omit' | 'restore' | 'edit' | 'take_back'
  smib: string
  at: number
  message_seq_nr: number
  /** The edit that `restore` and `take_back` are about. */
  edit: string | null
  /** The part of the message that an `edit` changes, and its new contents. */
  wanted?: Wanted
  /** The part's present and new contents, shown to whoever answers an `edit` or a `take_back`. */
  shown?: { before: PartValues; after: PartValues }
  reason: string
}
interface SetBackBody {
  does: 'set_back'
  asked: SetBack
  /** The effect that was shown with the request. */
  places: MovedPlace[]
  reason: string
}
export type ApprovalBody = SealBody | MonthBody | EditBody | SetBackBody

export interface Request {
  _id: string
  kind: ApprovalKind
  record: string
}

/** A request of this module's own kinds, as it is stored. */
interface StoredRequest {
  id: string
  location_id: string
  asked_by_id: string
  asked_by: string
  body: ApprovalBody
  effect: object | null
}

async function loadRequest(db: Db, id: string): Promise<StoredRequest> {
  const row = await db
    .selectFrom('approvals')
    .select(['id', 'location_id', 'asked_by_id', 'asked_by', 'body', 'effect'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  return {
    ...row,
    body: JSON.parse(row.body) as ApprovalBody,
    effect: row.effect === null ? null : (JSON.parse(row.effect) as object),
  }
}

/** In a transaction, while nothing is stored of readings. Throws 409 `request_own`, and whatever doing it throws. */
export async function approve(who: Who, { _id, kind, record }: Request, reason: string): Promise<void> {
  if (kind === 'repair') return answerProposal(who, record, 'approve', reason)
  if (kind === 'reopening') return answerReopening(who, record, 'approve', reason)
  if (isOfLevel(kind)) return answerRequest(who, record, 'approve', reason)
  const request = await loadRequest(who.db, _id)
  if (request.asked_by_id === who.actor.id) throw new Problem(409, 'request_own')
  await close(who.db, who.actor, _id, 'approved', reason, who.now)
  await perform(who, request)
}

async function perform(
  { db, actor, scope, now }: Who,
  { id, location_id, asked_by, body, effect }: StoredRequest,
): Promise<void> {
  if ('days' in body) {
    const { days, accepted, reason } = body
    const place = await placeOf(db, scope, location_id)
    for (const { day, reports } of days)
      await sealDay(db, actor, dayOf(place, day), { reports, accepted, reason }, now)
    return
  }
  if ('month' in body) {
    const place = await placeOf(db, scope, location_id)
    const reports = await monthReports(db, place, body.month)
    if (!isDeepStrictEqual(reports, body.reports)) throw new Problem(409, 'report_changed')
    return sealMonth(db, actor, place, body.month, now)
  }
  if (body.does === 'set_back') {
    const moved = await movedBySettingBack({ db, scope, now }, body.asked)
    if (!isDeepStrictEqual(moved, body.places)) throw new Problem(409, 'effect_changed')
    await beginSettingBack({ db, actor, scope, now }, body.asked, body.reason)
    return
  }
  const { moves, write } = editIn({ db, actor, requestedBy: asked_by, scope, now }, body)
  if (!isDeepStrictEqual(await moves(), effect)) throw new Problem(409, 'effect_changed')
  const done = await write()
  if (done === false) throw new Problem(409, 'effect_changed')
  const edit_id = typeof done === 'string' ? done : body.edit
  await db.updateTable('approvals').set({ edit_id }).where('id', '=', id).execute()
}

/** Returns two functions: one computes what the edit would move now, the other does it. */
function editIn(
  who: Who & Required<EditActor>,
  { does, edit, wanted, reason, smib, at, message_seq_nr }: EditBody,
) {
  const key = { smib, at, message_seq_nr }
  if (does === 'edit') {
    // Only a request of an unknown release has none.
    if (!wanted) throw new Problem(409, 'effect_changed')
    return {
      moves: async () => (await previewEdit(who, key, wanted)).effect,
      write: () => editMessage(who, { ...key, reason }, wanted),
    }
  }
  if (does === 'take_back')
    return {
      moves: () => previewRevert(who, edit ?? ''),
      write: () => revertEdit(who, edit ?? '', reason),
    }
  if (does === 'restore')
    return {
      moves: () => previewRestoring(who, edit ?? ''),
      write: () => restoreMessage(who, edit ?? '', reason),
    }
  return {
    moves: async () => (await previewIgnoring(who, key)).effect,
    write: () => ignoreMessage(who, { ...key, reason }),
  }
}

const isOfLevel = (kind: ApprovalKind): boolean => (levelKinds as readonly string[]).includes(kind)

/** In a transaction: nothing is done. The requester withdraws it, anybody else refuses it. */
export async function turnDown(
  who: Who,
  { _id, kind, record }: Request,
  how: 'refuse' | 'withdraw',
  reason: string,
): Promise<void> {
  if (kind === 'reopening') return answerReopening(who, record, how, reason)
  if (isOfLevel(kind)) return answerRequest(who, record, how, reason)
  const { asked_by_id } = await who.db
    .selectFrom('approval_requests')
    .select('asked_by_id')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const isOwn = asked_by_id === who.actor.id
  if (how === 'refuse' && isOwn) throw new Problem(409, 'request_own')
  if (how === 'withdraw' && !isOwn) throw new Problem(409, 'request_foreign')
  if (kind === 'repair') return answerProposal(who, record, 'refuse', reason)
  await close(who.db, who.actor, _id, how === 'refuse' ? 'refused' : 'withdrawn', reason, who.now)
}

/** In a transaction: its subject has changed since the request, so it has to be requested again. */
export async function outdate(who: Who, { _id, kind, record }: Request, reason: string): Promise<void> {
  if (kind === 'repair') await outdateProposal(who, record, reason)
  else await close(who.db, who.actor, _id, 'outdated', reason, who.now)
}
