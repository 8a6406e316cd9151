/** Locations for a page that begins with the choice of one. */
import { locationsContract } from '../../../backend/estate/locations/locations.contract'
import type { Api } from '../../api/client.server'
import { firstByName } from '../../engine/data/first-by-name.server'

const MOST = 200

/** `total`: of how many locations these are the first. */
export async function locationChoices(api: Api) {
  const { rows, total } = await firstByName(api, locationsContract, MOST, ['name', 'city'])
  return { locations: rows.map(({ _id, name, city }) => ({ value: _id, label: `${name}, ${city}` })), total }
}
