import type { Api } from '../../platform/http/api'
import { command } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { slotsContract } from './slots.contract'
import { takenToday } from '../list-figures/takings.service'
import { withFigures } from '../list-figures/with-figures.service'
import { setSlotStatus } from './slots.service'
import { slotsStore } from './slots.store'

export function register(api: Api): void {
  crud(api, slotsStore, { listed: withFigures(slotsStore, [takenToday('slots')]) })
  command(
    api,
    slotsStore,
    slotsContract.actions.lock,
    'Lock slots: no play, cash-out still works, a game in progress ends first',
    (context, rows, { reason }) => setSlotStatus(context, rows, 'locked', reason),
  )
  command(api, slotsStore, slotsContract.actions.unlock, 'Unlock slots', (context, rows, { reason }) =>
    setSlotStatus(context, rows, 'active', reason),
  )
}
