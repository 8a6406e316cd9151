import { z } from 'zod'
import type { Api } from '../../platform/http/api'
import { mac } from '../../estate/smibs/smibs.contract'
import { foundInStore } from './found-in-store'
import { paymentsByReference } from './payments.queries'
import { reportsBySeal } from './sealed-reports.queries'
import { slotsByPlace } from './slots-by-place.queries'
import { SEARCH_PATH, searchAnswer, searchRule, type SearchGroup } from './search.contract'
import { sources } from './sources'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: SEARCH_PATH,
      family: 'search',
      permission: searchRule,
      summary: [
        'Slots, SMIBs, places, people, money, games, groups and work by name, serial or number,',
        'sealed reports by the code on them; of each kind the first, and how many',
      ].join(' '),
      /** An empty query finds nothing. */
      query: z.object({ query: z.string().trim().max(200).default('') }),
      response: searchAnswer,
    },
    async ({ query: { query: typed }, db, scope, now, actor }) => {
      if (typed === '') return { groups: [] }
      // As it stands on a label, with colons or hyphens; it is stored without.
      const address = mac.safeParse(typed)
      const query = address.success ? address.data : typed
      const search = { db, scope, actor, now, query }
      const found = await Promise.all([
        ...sources.map(async source => {
          const store = typeof source.store === 'string' ? api.stores.get(source.store) : source.store
          const group = store ? await foundInStore(search, store, source) : null
          return group?.kind === 'slot' && group.total === 0 ? slotsByPlace(search, source) : group
        }),
        paymentsByReference(search),
      ])
      return {
        groups: [
          ...found.filter((group): group is SearchGroup => group !== null && group.total > 0),
          ...(await reportsBySeal(db, scope, actor, query)),
        ],
      }
    },
  )
}
