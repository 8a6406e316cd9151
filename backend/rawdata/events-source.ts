/** The events as a list that can be exported. Only a period with both ends can be: so the file says what it covers, and may be asked for again. */
import type { ListRequest } from '../contract/list'
import type { Db } from '../db/database'
import type { ListSource } from '../db/list-source'
import type { Scope } from '../http/actor'
import { eventStream, filterOf, invalid } from './stream-asked'
import { events } from './stream-rows'
import { eventsContract } from './streams.contract'
import { countStream, eventIdsInOrder, eventsOf } from './streams.queries'

export const eventsSource: ListSource = {
  contract: eventsContract,
  takes: eventStream.takes,
  total: async (db, scope, request, most, now) => {
    const total = await countStream(db, scope, await pinned(db, scope, request, now), most)
    return { total, ...(total > most && { capped: true }) }
  },
  idsInOrder: async (db, scope, request, most, now) =>
    eventIdsInOrder(db, scope, await pinned(db, scope, request, now), most),
  present: async (db, scope, ids) => {
    const byId = new Map((await eventsOf(db, scope, ids)).map(row => [row.id, row]))
    return events(
      db,
      ids.flatMap(id => byId.get(id) ?? []),
    )
  },
}

function pinned(db: Db, scope: Scope, request: ListRequest, now: number) {
  for (const end of ['dateStart', 'dateEnd'] as const)
    if (request[end] === undefined) invalid(end, 'required')
  return filterOf(db, scope, request, eventStream, now)
}
