import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { requestCommands } from '../../workflow/second-person/request-commands'
import { reopeningsStore } from './reopenings.store'

export function register(api: Api): void {
  crud(api, reopeningsStore)
  requestCommands(
    api,
    reopeningsStore,
    {
      approve:
        'Open the sealed days again that somebody else asked for: each gets a further revision, to be sealed anew',
      refuse: 'Refuse what somebody else asked to open again: nothing changes',
      withdraw: 'Take back what one has asked to open again: nothing changes',
    },
    { kindOf: () => 'reopening' },
  )
}
