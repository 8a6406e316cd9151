/**
 * Ignoring messages where the tenant requires a second person: one requests it and sees the effect, another approves
 * it.
 */
import { ask, needsSecond, waitingAbout } from '../../workflow/second-person/asking.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { findEdit } from './find-edit'
import type { Actor, Scope } from '../../platform/request/actor'
import type { IgnorePreview } from './ignored-messages.contract'
import { previewIgnoring, previewRestoring } from './ignoring.service'
import type { Key } from './message.queries'

interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}

export const aboutMessage = ({ smib, at, message_seq_nr }: Key): string =>
  `edit ${smib} ${at} ${message_seq_nr}`

export const needsSecondPerson = (db: Db, tenantId: string): Promise<boolean> =>
  needsSecond(db, tenantId, 'edit_second_person')

export async function previewWithSecond(
  { db, scope, now }: Pick<Who, 'db' | 'scope' | 'now'>,
  key: Key,
): Promise<IgnorePreview> {
  const { tenantId, ...preview } = await previewIgnoring({ db, scope }, key)
  return {
    ...preview,
    second_person: (await needsSecondPerson(db, tenantId))
      ? { waiting: await waitingAbout(db, [aboutMessage(key)], now) }
      : null,
  }
}

/** In a transaction. Null: one person is enough and there is no request. Throws what ignoring it throws. */
export async function askToIgnore(
  { db, actor, scope, now }: Who,
  { reason, ...key }: Key & { reason: string },
): Promise<string | null> {
  const { tenantId, location, slot, effect, ignored } = await previewIgnoring({ db, scope }, key)
  if (!(await needsSecondPerson(db, tenantId))) return null
  if (ignored) throw new Problem(409, 'message_ignored')
  return ask(
    db,
    actor,
    {
      tenant_id: tenantId,
      location_id: location._id,
      slot_id: slot._id,
      kind: 'edit',
      about: aboutMessage(key),
      day: null,
      through: null,
      cause: reason,
      body: { does: 'omit', ...key, edit: null, reason },
      effect,
    },
    now,
  )
}

/** As `askToIgnore`, for letting it count again. */
export async function askToRestore(
  { db, actor, scope, now }: Who,
  id: string,
  reason: string,
): Promise<string | null> {
  const edit = await findEdit(db, 'ignored_messages', scope, id)
  if (edit.state !== 'ignored' || !(await needsSecondPerson(db, edit.tenant_id))) return null
  const key = { smib: edit.smib_id, at: edit.at, message_seq_nr: edit.message_seq_nr }
  return ask(
    db,
    actor,
    {
      tenant_id: edit.tenant_id,
      location_id: edit.location_id,
      slot_id: edit.slot_id,
      kind: 'edit',
      about: aboutMessage(key),
      day: null,
      through: null,
      cause: reason,
      edit_id: id,
      body: { does: 'restore', ...key, edit: id, reason },
      effect: await previewRestoring({ db, scope }, id),
    },
    now,
  )
}
