import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { requestedEndpoints, revertEndpoint } from './correction-endpoints'
import { ignoredMessagesContract, ignorePaths, ignorePreview, messageKey } from './ignored-messages.contract'
import { ignoredMessages } from './ignored-messages.service'
import { ignoredMessagesStore } from './ignored-messages.store'
import { findMessage } from './message.queries'

const { family, actions, row, one } = ignoredMessagesContract
const { permission } = actions.restore
const about = { family, permission, kind: ignoredMessages, get: ignoredMessagesStore.get }

export function register(api: Api): void {
  crud(api, ignoredMessagesStore)
  requestedEndpoints(api, {
    ...about,
    ...{ one, row },
    body: messageKey,
    wantedOf: ignoredMessages.messageOf,
    named: findMessage,
    preview: {
      path: ignorePaths.preview,
      summary: 'Which hours, days and totals ignoring a message would move; nothing is written',
      response: ignorePreview,
    },
    add: {
      path: ignorePaths.add,
      summary:
        'Ignore a message: its hours and days are booked again without its readings. Requests it where a second person has to approve',
    },
  })
  revertEndpoint(api, {
    ...about,
    path: ignorePaths.restore,
    summary: 'Let an ignored message count again',
  })
}
