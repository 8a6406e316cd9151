import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import type { Db } from '../../platform/db/database'
import { runExclusively, withUnrestrictedDb } from './exclusive-edit'
import type { Scope } from '../../platform/request/actor'
import {
  ignoreBody,
  ignoredMessagesContract,
  ignorePaths,
  ignorePreview,
  messageKey,
} from './ignored-messages.contract'
import { ignoredMessagesStore } from './ignored-messages.store'
import { askToIgnore, askToRestore, previewWithSecond } from './ignore-requests.service'
import { ignoreMessage, restoreMessage } from './ignoring.service'
import { findMessage, type Key } from './message.queries'
import { revertEndpoint } from './revert-edits'

const { family, actions, row } = ignoredMessagesContract
const { permission } = actions.restore

const named = ({ db, scope, body }: { db: Db; scope: Scope; body: Key }) => findMessage(db, scope, body)

export function register(api: Api): void {
  crud(api, ignoredMessagesStore)
  api.endpoint(
    {
      method: 'POST',
      path: ignorePaths.preview,
      family,
      summary: 'Which hours, days and totals ignoring a message would move; nothing is written',
      permission,
      body: messageKey,
      response: z.object({ preview: ignorePreview }),
      reads: true,
      refuses: [409],
    },
    async context => ({
      preview: await previewWithSecond(await withUnrestrictedDb(context, named), context.body),
    }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: ignorePaths.add,
      family,
      summary:
        'Ignore a message: its readings are passed by, and what they booked is booked again without them. Or ask for it, where a second person has to approve',
      permission,
      body: ignoreBody,
      // `asked` is the id of the request that a second person has to answer first.
      response: z.object({ 'ignored-message': row.nullable(), asked: id.nullable() }),
      repeatable: true,
      refuses: [409],
    },
    context =>
      runExclusively(context, named, async who => {
        const requestId = await askToIgnore(who, who.body)
        if (requestId) return { 'ignored-message': null, asked: requestId }
        const edit = await ignoreMessage(who, who.body)
        return {
          'ignored-message': await ignoredMessagesStore.get(who.db, who.scope, edit, who.now),
          asked: requestId,
        }
      }),
  )
  revertEndpoint(api, {
    path: ignorePaths.restore,
    family,
    summary: 'Let an ignored message count again',
    permission,
    edit: ignoredMessagesStore.get,
    ask: askToRestore,
    revert: restoreMessage,
    over: 'restored',
  })
}
