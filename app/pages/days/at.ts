/** From anything that happened on a slot at an instant to the hour whose figures hold it: what lists lead to does not ask for the place of each row. */
import { redirect } from '@remix-run/node'
import { evidencePlace } from '../../../backend/days/days.contract'
import { idOf, notFound } from '../../engine/resource-at.server'
import { gameIn } from './day.server'
import { guarded } from '../../session/guard.server'

export const loader = guarded('slot::get', async ({ params, api, url }) => {
  const slot = idOf(params)
  if (!/^\d{1,15}$/.test(params.at ?? '')) throw notFound()
  const { location, day, hour } = await api.call('GET', `/api/aggregate/v1/slot/${slot}/at/${params.at}`, {
    schema: evidencePlace,
  })
  throw redirect(`/locations/${location}/days/${day}/${slot}/${hour}${gameIn(url)}`)
})
