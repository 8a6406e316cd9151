/**
 * A message is ignored by omitting its readings: the judgement skips them, in the function that also books decided
 * repairs. So the preview is what is booked, late data is judged without the message, and restoring it books what had
 * stood before.
 */
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { demandOpenDays } from '../period-lock/open-days.service'
import type { Scope } from '../../platform/request/actor'
import { actorName, type EditActor } from './actor-name.service'
import { holdSlot, judgeAgain, type MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import { rulingKey, rulingsOf, type Omitted } from '../../telemetry/judgement/rulings.service'
import { dayIn } from '../../telemetry/readings/slot-history.queries'
import { effectOf } from '../repairs/repair-effect.service'
import { findEdit } from './find-edit'
import type { EditEffect, IgnorePreview } from './ignored-messages.contract'
import type { IgnoredMessagesTable } from './ignored-messages.table'
import { messageOf, type Found, type Key } from './message.queries'

interface Who extends EditActor {
  db: Db
  scope: Scope
  now: number
}
type Moment = Pick<
  IgnoredMessagesTable,
  'tenant_id' | 'location_id' | 'slot_id' | 'smib_id' | 'at' | 'nano' | 'message_seq_nr' | 'currency'
>

/**
 * The effect of omitting or restoring the readings of these games. Throws 409 `day_sealed` or `period_locked` where the
 * message lies in such a day or would move one.
 */
async function judged(
  db: Db,
  { tenant_id, location_id, slot_id, smib_id, at, nano, message_seq_nr, currency }: Moment,
  games: readonly number[],
  does: 'omit' | 'restore',
  write: boolean,
): Promise<EditEffect> {
  const all = await rulingsOf(db, [slot_id])
  const omitted: Omitted = { kind: 'omit', reading: { at, nano, seq: message_seq_nr, smib: smib_id } }
  const isThis = (text: string) => text === JSON.stringify(omitted)
  const changes: MovedAt[] = []
  for (const game of games) {
    const before = all.get(rulingKey(slot_id, game)) ?? []
    const others = before.filter(one => !isThis(JSON.stringify(one)))
    const now = does === 'omit' ? [omitted, ...others] : others
    const { changes: moved } = await judgeAgain(db, { slotId: slot_id, game }, { before, now }, write)
    // Games are parts of the whole slot, so the effect is taken from one of them only.
    if (game === games[0]) changes.push(...moved)
  }
  const { state: _, ...effect } = effectOf({ changes, state: 'gone' }, currency, location_id)
  // A reading at the boundary itself closes the day before.
  const day = await dayIn(db, location_id, at - 1)
  await demandOpenDays(db, tenant_id, [{ locationId: location_id, day }, ...changes])
  return effect
}

const momentOf = (found: Found, key: Key): Moment => ({
  tenant_id: found.tenantId,
  location_id: found.location._id,
  slot_id: found.slot._id,
  smib_id: key.smib,
  at: key.at,
  nano: found.nano,
  message_seq_nr: key.message_seq_nr,
  currency: found.slot.currency,
})

const ignoredOf = (db: Db, { smib, at, message_seq_nr }: Key) =>
  db
    .selectFrom('ignored_messages')
    .select('id')
    .where('smib_id', '=', smib)
    .where('at', '=', at)
    .where('message_seq_nr', '=', message_seq_nr)
    .where('state', '=', 'ignored')
    .executeTakeFirst()

/** What ignoring it would move; nothing is written. */
export async function previewIgnoring(
  { db, scope }: Pick<Who, 'db' | 'scope'>,
  key: Key,
): Promise<Omit<IgnorePreview, 'second_person'> & { tenantId: string }> {
  const found = await messageOf(db, scope, key)
  const { currency: _, ...slot } = found.slot
  const { time_zone, ...location } = found.location
  return {
    tenantId: found.tenantId,
    slot,
    smib: found.smib,
    location,
    time_zone,
    readings: found.games.length,
    effect: await judged(db, momentOf(found, key), found.games, 'omit', false),
    ignored: (await ignoredOf(db, key))?.id ?? null,
  }
}

/** What letting it count again would move; nothing is written. Throws 409 for one that counts already. */
export async function previewRestoring(
  { db, scope }: Pick<Who, 'db' | 'scope'>,
  id: string,
): Promise<EditEffect> {
  const edit = await findEdit(db, 'ignored_messages', scope, id)
  if (edit.state !== 'ignored') throw new Problem(409, 'effect_changed')
  return judged(db, edit, await gamesOf(db, id), 'restore', false)
}

const gamesOf = async (db: Db, edit: string): Promise<number[]> => {
  const omitted = await db
    .selectFrom('omitted_readings')
    .select('game_nr')
    .where('edit_id', '=', edit)
    .orderBy('game_nr')
    .execute()
  return omitted.map(({ game_nr }) => game_nr)
}

/** Throws 409 for one that is ignored already. Answers the edit's id. */
export async function ignoreMessage(
  { db, actor, requestedBy, scope, now }: Who,
  { reason, ...key }: Key & { reason: string },
): Promise<string> {
  const first = await messageOf(db, scope, key)
  await holdSlot(db, first.slot._id)
  if (await ignoredOf(db, key)) throw new Problem(409, 'message_ignored')
  const found = await messageOf(db, scope, key)
  const moment = momentOf(found, key)
  const effect = await judged(db, moment, found.games, 'omit', true)
  const id = newId(now)
  await db
    .insertInto('omitted_readings')
    .values(
      found.games.map(game_nr => ({
        slot_id: moment.slot_id,
        game_nr,
        at: key.at,
        nano: found.nano,
        seq: key.message_seq_nr,
        smib_id: key.smib,
        tenant_id: found.tenantId,
        edit_id: id,
      })),
    )
    .execute()
  await db
    .insertInto('ignored_messages')
    .values({
      ...moment,
      id,
      version: 1,
      search: '',
      archived_at: null,
      created_at: now,
      updated_at: now,
      state: 'ignored',
      run: found.run,
      readings: found.games.length,
      cause: reason,
      ignored_by: actorName({ actor, requestedBy }),
      moved_minor: effect.total.net_win.minor,
      effect: JSON.stringify(effect),
      restored_by: null,
      restored_at: null,
      restored_reason: null,
    })
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'ignored-message',
      id,
      tenantId: found.tenantId,
      action: 'ignore',
      before: null,
      after: {
        serial: found.slot.name,
        smib: found.smib.name,
        message: key.message_seq_nr,
        at: key.at,
        total: effect.total,
        reason,
      },
    },
    now,
  )
  return id
}

/** Its readings count again. False where they do already. */
export async function restoreMessage(
  { db, actor, requestedBy, scope, now }: Who,
  id: string,
  reason: string,
): Promise<boolean> {
  const before = await findEdit(db, 'ignored_messages', scope, id)
  await holdSlot(db, before.slot_id)
  const edit = await findEdit(db, 'ignored_messages', scope, id)
  if (edit.state !== 'ignored') return false
  const effect = await judged(db, edit, await gamesOf(db, id), 'restore', true)
  await db.deleteFrom('omitted_readings').where('edit_id', '=', id).execute()
  await db
    .updateTable('ignored_messages')
    .set({
      state: 'restored',
      restored_by: actorName({ actor, requestedBy }),
      restored_at: now,
      restored_reason: reason,
      updated_at: now,
      version: edit.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'ignored-message',
      id,
      tenantId: edit.tenant_id,
      action: 'count_again',
      before: { state: 'ignored', message: edit.message_seq_nr, at: edit.at },
      after: { state: 'restored', total: effect.total, reason },
    },
    now,
  )
  return true
}
