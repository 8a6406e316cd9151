import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { requestedEndpoints, revertEndpoint } from './correction-endpoints'
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
import { messageEdits } from './message-edits.service'
import { messageEditsStore } from './message-edits.store'
import { partsOf } from './message-parts.queries'
import { findMessage, type Key } from './message.queries'

const { family, actions, row, one } = messageEditsContract
const { permission } = actions.take_back
const about = { family, permission, kind: messageEdits, get: messageEditsStore.get }

export function register(api: Api): void {
  crud(api, messageEditsStore)
  api.endpoint(
    {
      method: 'POST',
      path: editPaths.parts,
      family,
      summary: 'Parts of a message that can be corrected or excluded: its events, readings and slot data',
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
    ...about,
    path: editPaths.revert,
    summary: 'Void a correction or exclusion of a part of a message, as long as its day is not sealed',
  })
}

function forBucket<Shape extends z.ZodObject>(
  api: Api,
  bucket: EditBucket,
  body: Shape,
  wantedOf: (body: z.output<Shape>) => Wanted,
): void {
  requestedEndpoints(api, {
    ...about,
    ...{ one, row, body },
    wantedOf(sent) {
      // Each bucket's body names the message, which the type of any of them does not say.
      const { smib, at, message_seq_nr } = sent as unknown as Key
      return { message: { smib, at, message_seq_nr }, wanted: wantedOf(sent) }
    },
    named: (db, scope, { message }) => findMessage(db, scope, message),
    preview: {
      path: editPaths.preview(bucket),
      summary: `What correcting or excluding a part of a message would change (${bucket}); nothing is written`,
      response: editPreview,
    },
    add: {
      path: editPaths.add(bucket),
      summary: `Correct a part of a message, or exclude it where no value is sent (${bucket}). Requests it where a second person has to approve`,
    },
  })
}
