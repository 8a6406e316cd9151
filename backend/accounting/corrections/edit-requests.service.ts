/** Edits of a message's parts where the tenant requires a second person, as in `ignore-requests.service.ts`. */
import { ask, waitingAbout } from '../../workflow/second-person/asking.service'
import type { Db } from '../../platform/db/database'
import { findEdit } from './find-edit'
import { aboutMessage, needsSecondPerson } from './ignore-requests.service'
import type { Actor, Scope } from '../../platform/request/actor'
import type { Wanted } from './edited-part'
import type { EditPreview, PartValues } from './message-edits.contract'
import { previewEdit, previewRevert } from './message-edits.service'
import type { Key } from './message.queries'

interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}

export async function previewEditWithSecond(
  who: Pick<Who, 'db' | 'scope' | 'now'>,
  key: Key,
  wanted: Wanted,
): Promise<EditPreview> {
  const { tenantId, ...preview } = await previewEdit(who, key, wanted)
  return {
    ...preview,
    second_person: (await needsSecondPerson(who.db, tenantId))
      ? { waiting: await waitingAbout(who.db, [aboutMessage(key)], who.now) }
      : null,
  }
}

/** In a transaction. Null: one person is enough and there is no request. Throws what editing it throws. */
export async function askToEdit(
  who: Who,
  { reason, ...key }: Key & { reason: string },
  wanted: Wanted,
): Promise<string | null> {
  const { tenantId, location, slot, effect, before, after } = await previewEdit(who, key, wanted)
  if (!(await needsSecondPerson(who.db, tenantId))) return null
  return ask(
    who.db,
    who.actor,
    {
      tenant_id: tenantId,
      location_id: location._id,
      slot_id: slot._id,
      kind: 'edit',
      about: aboutMessage(key),
      day: null,
      through: null,
      cause: reason,
      body: { does: 'edit', ...key, edit: null, wanted, shown: { before, after }, reason },
      effect,
    },
    who.now,
  )
}

export async function askToRevert(who: Who, id: string, reason: string): Promise<string | null> {
  const edit = await findEdit(who.db, 'message_edits', who.scope, id)
  if (edit.state !== 'holds' || !(await needsSecondPerson(who.db, edit.tenant_id))) return null
  const key = { smib: edit.smib_id, at: edit.message_at, message_seq_nr: edit.message_seq_nr }
  return ask(
    who.db,
    who.actor,
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
      body: {
        does: 'take_back',
        ...key,
        edit: id,
        // Before and after are swapped, because reverting puts back the values from before the edit.
        shown: { before: JSON.parse(edit.after) as PartValues, after: JSON.parse(edit.before) as PartValues },
        reason,
      },
      effect: await previewRevert(who, id),
    },
    who.now,
  )
}
