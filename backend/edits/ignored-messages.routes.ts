import { z } from 'zod'
import { reason } from '../contract/contract'
import { id } from '../contract/primitives'
import type { Api } from '../http/api'
import { actionResult } from '../http/commands'
import { crud } from '../http/crud'
import { alone } from './alone'
import {
  ignoreBody,
  ignoredMessagesContract,
  ignorePaths,
  ignorePreview,
  messageKey,
} from './ignored-messages.contract'
import { ignoredMessagesStore } from './ignored-messages.store'
import { askToIgnore, askToRestore, previewWithSecond } from './asked-edits.service'
import { ignoreMessage, restoreMessage } from './ignoring.service'

const { family, actions, row } = ignoredMessagesContract
const { permission } = actions.restore
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
    async ({ db, scope, now, body }) => ({ preview: await previewWithSecond({ db, scope, now }, body) }),
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
      // `asked`: the request that somebody else has to answer first.
      response: z.object({ 'ignored-message': row.nullable(), asked: id.nullable() }),
      repeatable: true,
      refuses: [409],
    },
    context =>
      alone(context, async who => {
        const asked = await askToIgnore(who, context.body)
        if (asked) return { 'ignored-message': null, asked }
        const edit = await ignoreMessage(who, context.body)
        return {
          'ignored-message': await ignoredMessagesStore.get(who.db, who.scope, edit, who.now),
          asked,
        }
      }) as Promise<never>,
  )
  api.endpoint(
    {
      method: 'POST',
      path: ignorePaths.restore,
      family,
      summary: 'Let an ignored message count again',
      permission,
      body: z.strictObject({ ids: z.array(id).length(1), reason }),
      response: z.object({ results: z.array(actionResult) }),
      repeatable: true,
      refuses: [409],
    },
    context =>
      alone(context, async who => {
        const [edit = ''] = context.body.ids
        if (await askToRestore(who, edit, context.body.reason))
          return { results: [{ id: edit, outcome: 'skipped', reason: 'asked' }] }
        const isDone = await restoreMessage(who, edit, context.body.reason)
        return {
          results: [
            { id: edit, outcome: isDone ? 'done' : 'skipped', ...(!isDone && { reason: 'restored' }) },
          ],
        }
      }) as Promise<never>,
  )
}
