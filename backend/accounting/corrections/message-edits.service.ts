/**
 * A part of a message is corrected or left out. The preview is what is booked, sealed and locked days are refused, and
 * reverting restores what had stood.
 */
import type { Selectable } from 'kysely'
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { demandOpenDays } from '../period-lock/open-days.service'
import type { Scope } from '../../platform/request/actor'
import { actorName, type EditActor } from './actor-name.service'
import { holdSlot, type MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import { effectOf } from '../repairs/repair-effect.service'
import { findEdit } from './find-edit'
import { editedCounters } from './edited-counters'
import { editedEvents } from './edited-events'
import type { Bucket, Part, Wanted } from './edited-part'
import { editedSlotData } from './edited-slot-data'
import type { EditEffect } from './ignored-messages.contract'
import type { EditPreview, PartValues } from './message-edits.contract'
import type { MessageEditsTable } from './message-edits.table'
import { findMessage, type Key, type Message } from './message.queries'

export type { Wanted }

interface Who extends EditActor {
  db: Db
  scope: Scope
  now: number
}
type Reader = Pick<Who, 'db' | 'scope' | 'now'>
type Edit = Selectable<MessageEditsTable>

const buckets = {
  events: editedEvents as Bucket,
  counters: editedCounters as Bucket,
  slotdata: editedSlotData as Bucket,
} satisfies Record<Wanted['bucket'], Bucket>

const effectFrom = (changes: MovedAt[], currency: string, here: string): EditEffect => {
  const { state: _, ...effect } = effectOf({ changes, state: 'gone' }, currency, here)
  return effect
}

async function partOf({ db, scope, now }: Reader, message: Message, wanted: Wanted): Promise<Part> {
  const holds = await db
    .selectFrom('message_edits')
    .select('id')
    .where('smib_id', '=', message.smib._id)
    .where('message_at', '=', message.at)
    .where('message_seq_nr', '=', message.seq)
    .where('bucket', '=', wanted.bucket)
    .where('item', '=', wanted.item)
    .where('state', '=', 'holds')
    .executeTakeFirst()
  if (holds) throw new Problem(409, 'item_edited')
  return buckets[wanted.bucket].part(db, scope, message, wanted, now)
}

async function booked(db: Db, message: Message, part: Part, write: boolean) {
  const { changes, doubtful } = await part.book(db, write)
  await demandOpenDays(db, message.tenantId, [part, ...changes])
  return { effect: effectFrom(changes, message.slot.currency, message.location._id), doubtful }
}

export type PreviewedEdit = Omit<EditPreview, 'second_person'> & { tenantId: string }

/** What it would move; nothing is written. */
export async function previewEdit(who: Reader, key: Key, wanted: Wanted): Promise<PreviewedEdit> {
  const message = await findMessage(who.db, who.scope, key)
  const part = await partOf(who, message, wanted)
  const { currency: _, ...slot } = message.slot
  const { time_zone, ...location } = message.location
  return {
    tenantId: message.tenantId,
    slot,
    location,
    time_zone,
    at: part.at,
    gaming_day: part.day,
    before: part.before,
    after: part.after,
    ...(await booked(who.db, message, part, false)),
  }
}

/** In a transaction, while nothing is stored of readings. Answers the edit's id. */
export async function editMessage(
  who: Who,
  { reason, ...key }: Key & { reason: string },
  wanted: Wanted,
): Promise<string> {
  const { db, actor, requestedBy, now } = who
  const message = await findMessage(db, who.scope, key)
  await holdSlot(db, message.slot._id)
  const part = await partOf(who, message, wanted)
  const { effect } = await booked(db, message, part, true)
  const id = newId(now)
  if (part.bucket === 'counters')
    await db
      .insertInto('omitted_readings')
      .values({
        slot_id: part.slotId,
        game_nr: Number(part.item),
        at: part.at,
        nano: part.nano,
        seq: message.seq,
        smib_id: message.smib._id,
        tenant_id: message.tenantId,
        edit_id: id,
      })
      .execute()
  await db
    .insertInto('message_edits')
    .values({
      id,
      tenant_id: message.tenantId,
      location_id: part.locationId,
      slot_id: part.slotId,
      smib_id: message.smib._id,
      version: 1,
      search: '',
      archived_at: null,
      created_at: now,
      updated_at: now,
      state: 'holds',
      bucket: part.bucket,
      does: part.does,
      run: part.run,
      message_seq_nr: message.seq,
      message_at: message.at,
      at: part.at,
      nano: part.nano,
      item: part.item,
      gaming_day: part.day,
      before: JSON.stringify(part.before),
      after: JSON.stringify(part.after),
      kept: JSON.stringify(part.revertState),
      cause: reason,
      edited_by: actorName({ actor, requestedBy }),
      moved_minor: effect.total.net_win.minor,
      currency: message.slot.currency,
      effect: JSON.stringify(effect),
      taken_back_by: null,
      taken_back_at: null,
      taken_back_reason: null,
    })
    .execute()
  const { bucket, item, before, after } = part
  const named = { serial: message.slot.name, message: message.seq, at: part.at, bucket, item }
  await recordChange(
    db,
    actor,
    {
      entity: 'message-edit',
      id,
      tenantId: message.tenantId,
      action: part.does,
      before: { values: before },
      after: { ...named, values: after, total: effect.total, reason },
    },
    now,
  )
  return id
}

async function reverted(db: Db, edit: Edit, write: boolean, now: number): Promise<EditEffect> {
  const changes = await buckets[edit.bucket].revert(db, edit, write, now)
  const own = { locationId: edit.location_id, day: edit.gaming_day }
  await demandOpenDays(db, edit.tenant_id, [own, ...changes])
  return effectFrom(changes, edit.currency, edit.location_id)
}

/** What reverting it would move; nothing is written. Throws 409 for one that is reverted already. */
export async function previewRevert({ db, scope, now }: Reader, id: string): Promise<EditEffect> {
  const edit = await findEdit(db, 'message_edits', scope, id)
  if (edit.state !== 'holds') throw new Problem(409, 'effect_changed')
  return reverted(db, edit, false, now)
}

/** Books the message as if nobody had edited it. False where it is reverted already. */
export async function revertEdit(
  { db, actor, requestedBy, scope, now }: Who,
  id: string,
  reason: string,
): Promise<boolean> {
  await holdSlot(db, (await findEdit(db, 'message_edits', scope, id)).slot_id)
  const edit = await findEdit(db, 'message_edits', scope, id)
  if (edit.state !== 'holds') return false
  const effect = await reverted(db, edit, true, now)
  await db
    .updateTable('message_edits')
    .set({
      state: 'taken_back',
      taken_back_by: actorName({ actor, requestedBy }),
      taken_back_at: now,
      taken_back_reason: reason,
      updated_at: now,
      version: edit.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'message-edit',
      id,
      tenantId: edit.tenant_id,
      action: 'take_back',
      before: { state: 'holds', values: JSON.parse(edit.after) as PartValues },
      after: {
        state: 'taken_back',
        values: JSON.parse(edit.before) as PartValues,
        total: effect.total,
        reason,
      },
    },
    now,
  )
  return true
}
