import type { Api } from '../../platform/http/api'
import { command, each } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { remoteCashoutContract } from './remote-cashout.contract'
import { orderReset } from './remote-cashout.service'
import { remoteCashoutStore } from './remote-cashout.store'

export function register(api: Api): void {
  crud(api, remoteCashoutStore)
  command(
    api,
    remoteCashoutStore,
    remoteCashoutContract.actions.reset,
    'Order slots to give up cashouts that hang; each is reset when its slot has confirmed it',
    each((context, row, { reason }) => orderReset(context, row._id, reason)),
  )
}
