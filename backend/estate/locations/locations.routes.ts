import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { slotCounts } from '../list-figures/counts.service'
import { takenToday } from '../list-figures/takings.service'
import { withFigures } from '../list-figures/with-figures.service'
import { locationsStore } from './locations.store'

export const register = (api: Api): void =>
  crud(api, locationsStore, {
    listed: withFigures(locationsStore, [slotCounts('location_id'), takenToday('locations')]),
  })
