import { z } from 'zod'
import { reason } from '../contract/contract'
import { id } from '../contract/primitives'
import type { Api } from '../http/api'
import { actionResult, crud } from '../http/crud'
import { alone } from './alone'
import {
  ignoreBody,
  ignoredMessagesContract,
  ignorePaths,
  ignorePreview,
  messageKey,
} from './ignored-messages.contract'
import { ignoredMessagesStore } from './ignored-messages.store'
import { ignoreMessage, previewIgnoring, restoreMessage } from './ignoring.service'

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
    async ({ db, scope, body }) => ({ preview: await previewIgnoring({ db, scope }, body) }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: ignorePaths.add,
      family,
      summary:
        'Ignore a message: its readings are passed by, and what they booked is booked again without them',
      permission,
      body: ignoreBody,
      response: z.object({ 'ignored-message': row }),
      repeatable: true,
      refuses: [409],
    },
    context =>
      alone(context, async who => ({
        'ignored-message': await ignoredMessagesStore.get(
          who.db,
          who.scope,
          await ignoreMessage(who, context.body),
          who.now,
        ),
      })) as Promise<never>,
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
        const isDone = await restoreMessage(who, edit, context.body.reason)
        return {
          results: [
            { id: edit, outcome: isDone ? 'done' : 'skipped', ...(!isDone && { reason: 'restored' }) },
          ],
        }
      }) as Promise<never>,
  )
}
