/** Edits of messages that a second person approves: the effect is computed again, and compared with what was shown. */
import { isDeepStrictEqual } from 'node:util'
import { Problem } from '../../platform/contract/problem'
import type { Approval, Who } from '../../workflow/second-person/kinds.service'
import type { EditActor } from '../corrections/actor-name.service'
import {
  ignoreMessage,
  previewIgnoring,
  previewRestoring,
  restoreMessage,
} from '../corrections/ignoring.service'
import { editMessage, previewEdit, previewRevert, revertEdit } from '../corrections/message-edits.service'
import type { EditBody } from './approval-bodies.table'

export async function performEdit(
  who: Who,
  { id, asked_by, effect }: Pick<Approval, 'id' | 'asked_by' | 'effect'>,
  body: EditBody,
): Promise<void> {
  const { moves, write } = editIn({ ...who, requestedBy: asked_by }, body)
  const shown: unknown = effect === null ? null : JSON.parse(effect)
  if (!isDeepStrictEqual(await moves(), shown)) throw new Problem(409, 'effect_changed')
  const done = await write()
  if (done === false) throw new Problem(409, 'effect_changed')
  const edit_id = typeof done === 'string' ? done : body.edit
  await who.db.updateTable('approvals').set({ edit_id }).where('id', '=', id).execute()
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
