import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import type { Db } from '../../platform/db/database'
import { runExclusively, withUnrestrictedDb } from './exclusive-edit'
import { askToEdit, previewEditWithSecond, askToRevert } from './edit-requests.service'
import type { Scope } from '../../platform/request/actor'
import type { Wanted } from './edited-part'
import { messageOfEvent } from './event-message.queries'
import { messageKey } from './ignored-messages.contract'
import { type EditBucket } from '../days/edit-buckets.contract'
import {
  counterEdit,
  editPaths,
  editPreview,
  eventEdit,
  eventMessage,
  messageEditsContract,
  messageParts,
  slotDataEdit,
} from './message-edits.contract'
import { editMessage, revertEdit } from './message-edits.service'
import { messageEditsStore } from './message-edits.store'
import { partsOf } from './message-parts.queries'
import { findMessage, type Key } from './message.queries'
import { revertEndpoint } from './revert-edits'

const { family, actions, row } = messageEditsContract
const { permission } = actions.take_back

export function register(api: Api): void {
  crud(api, messageEditsStore)
  api.endpoint(
    {
      method: 'POST',
      path: editPaths.parts,
      family,
      summary: 'What a message has that can be corrected or left out: its events, readings and slot data',
      permission,
      body: messageKey,
      response: z.object({ parts: messageParts }),
      reads: true,
    },
    async ({ db, scope, body }) => ({ parts: await partsOf(db, scope, body) }),
  )
  api.endpoint(
    {
      method: 'GET',
      path: editPaths.ofEvent,
      family,
      summary: 'The message that an event came with',
      permission: messageEditsContract.permissions.read,
      params: z.object({ id }),
      response: eventMessage,
    },
    async ({ db, scope, params }) => ({ message: await messageOfEvent(db, scope, params.id) }),
  )
  forBucket(api, 'events', eventEdit, ({ event, code }) => ({ bucket: 'events', item: event, value: code }))
  forBucket(api, 'counters', counterEdit, ({ game_nr, values }) => ({
    bucket: 'counters',
    item: String(game_nr),
    value: values && (Object.keys(values).length > 0 ? (values as Record<string, number>) : {}),
  }))
  forBucket(api, 'slotdata', slotDataEdit, ({ name, value }) => ({ bucket: 'slotdata', item: name, value }))
  revertEndpoint(api, {
    path: editPaths.revert,
    family,
    summary: 'Take back what somebody corrected or left out of a message, as long as its day is not sealed',
    permission,
    edit: messageEditsStore.get,
    ask: askToRevert,
    revert: revertEdit,
    over: 'taken_back',
  })
}

function forBucket<Shape extends z.ZodObject>(
  api: Api,
  bucket: EditBucket,
  wantedBody: Shape,
  wantedOf: (body: z.output<Shape>) => Wanted,
): void {
  // Each bucket's body names the message, which the type of any of them does not say.
  const keyOf = (body: unknown): Key => {
    const { smib, at, message_seq_nr } = body as Key
    return { smib, at, message_seq_nr }
  }
  const named = ({ db, scope, body }: { db: Db; scope: Scope; body: unknown }) =>
    findMessage(db, scope, keyOf(body))
  api.endpoint(
    {
      method: 'POST',
      path: editPaths.preview(bucket),
      family,
      summary: `What correcting or leaving out a part of a message would move (${bucket}); nothing is written`,
      permission,
      body: wantedBody,
      response: z.object({ preview: editPreview }),
      reads: true,
      refuses: [409],
    },
    async context => ({
      preview: await previewEditWithSecond(
        await withUnrestrictedDb(context, named),
        keyOf(context.body),
        wantedOf(context.body),
      ),
    }),
  )
  const body = wantedBody.extend({ reason })
  api.endpoint(
    {
      method: 'POST',
      path: editPaths.add(bucket),
      family,
      summary: `Correct a part of a message, or leave it out where no value is sent (${bucket}). Or ask for it, where a second person has to approve`,
      permission,
      body,
      response: z.object({ 'message-edit': row.nullable(), asked: id.nullable() }),
      repeatable: true,
      refuses: [409],
    },
    context =>
      runExclusively(context, named, async who => {
        const sent = who.body as unknown as z.output<Shape> & { reason: string }
        const key = { ...keyOf(sent), reason: sent.reason }
        const requestId = await askToEdit(who, key, wantedOf(sent))
        if (requestId) return { 'message-edit': null, asked: requestId }
        const edit = await editMessage(who, key, wantedOf(sent))
        return {
          'message-edit': await messageEditsStore.get(who.db, who.scope, edit, who.now),
          asked: requestId,
        }
      }),
  )
}
