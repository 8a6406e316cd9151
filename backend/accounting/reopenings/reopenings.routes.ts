import type { Api } from '../../platform/http/api'
import { command, each } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { reopeningsContract } from './reopenings.contract'
import { answerReopening } from './reopenings.service'
import { reopeningsStore } from './reopenings.store'

export function register(api: Api): void {
  crud(api, reopeningsStore)
  for (const [how, summary] of [
    [
      'approve',
      'Open the sealed days again that somebody else asked for: each gets a further revision, to be sealed anew',
    ],
    ['refuse', 'Refuse what somebody else asked to open again: nothing changes'],
    ['withdraw', 'Take back what one has asked to open again: nothing changes'],
  ] as const)
    command(
      api,
      reopeningsStore,
      reopeningsContract.actions[how],
      summary,
      each(async (context, { _id, state }, { reason }) => {
        if (state !== 'waiting') return { outcome: 'skipped', reason: state }
        await answerReopening(context, _id, how, reason)
        return { outcome: 'done' }
      }),
    )
}
