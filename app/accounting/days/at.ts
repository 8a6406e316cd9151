/**
 * From anything that happened on a slot at an instant to the hour whose figures hold it, or to its day: what lists lead
 * to does not ask for the place of each row.
 */
import { isoDay } from '../../../backend/platform/contract/primitives'
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { evidencePlace, locationDayAnswer } from '../../../backend/accounting/days/days.contract'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { writeInstant } from '../../engine/period/period'
import { resourcePaths } from '../../addresses/names'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { gameIn } from './day.server'

/** The gaming days and the game whose readings the address asks for. */
const readingsQuery = z.object({ game: z.coerce.number().int().min(1), from: isoDay, to: isoDay })

export const loader = guarded('slot::get', async ({ params, api, url }) => {
  const slot = idOf(params)
  if (!/^\d{1,15}$/.test(params.at ?? '')) throw notFound()
  const { location, day, hour } = await api.call('GET', `/api/aggregate/v1/slot/${slot}/at/${params.at}`, {
    schema: evidencePlace,
  })
  const days = readingsQuery.safeParse(Object.fromEntries(url.searchParams))
  if (days.success) throw redirect(await readingsOf(api, { location, slot, ...days.data }))
  const page = `/locations/${location}/days/${day}/${slot}`
  throw redirect(url.searchParams.get('as') === 'day' ? page : `${page}/${hour}${gameIn(url)}`)
})

/** By the hours of the place's gaming days, which are no calendar days: so they sum up to the figure that led here. */
async function readingsOf(
  api: GuardedContext['api'],
  { location, slot, game, from, to }: z.output<typeof readingsQuery> & { location: string; slot: string },
): Promise<string> {
  const [first, last] = await Promise.all(
    [from, to].map(day =>
      api.call('GET', `/api/aggregate/v1/location/${location}/day/${day}`, { schema: locationDayAnswer }),
    ),
  )
  if (!first || !last) throw notFound()
  const search = new URLSearchParams({
    type: 'slot',
    game_nr: String(game),
    dateStart: writeInstant(first.from),
    dateEnd: writeInstant(last.to),
  })
  return `${resourcePaths.counters}/${slot}?${search.toString()}`
}
