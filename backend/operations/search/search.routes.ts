import { z } from 'zod'
import { allows, type Permission } from '../../platform/contract/permissions'
import { listRequest } from '../../platform/contract/list'
import type { Api } from '../../platform/http/api'
import { reportsBySeal } from './sealed-reports.queries'
import { SEARCH_PATH, SHOWN, searchAnswer, searchRule, type SearchKind } from './search.contract'

interface Source {
  kind: SearchKind
  store: string
  permission: Permission
  /** Its name, and its location. */
  name: string
  where: string | null
}

/** Each is found as its own list finds it: by the same folded text, in the same scope. */
const sources: readonly Source[] = [
  { kind: 'slot', store: 'configuration/slots', permission: 'slot::list', name: 'serial', where: 'location' },
  { kind: 'smib', store: 'configuration/smibs', permission: 'smib::list', name: 'mac', where: 'location' },
  {
    kind: 'location',
    store: 'configuration/locations',
    permission: 'location::list',
    name: 'name',
    where: 'city',
  },
  { kind: 'tenant', store: 'configuration/tenants', permission: 'tenant::list', name: 'name', where: null },
  { kind: 'user', store: 'users/users', permission: 'acl_user::list', name: 'full_name', where: 'username' },
]

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: SEARCH_PATH,
      family: 'search',
      permission: searchRule,
      summary:
        'Slots, SMIBs, locations, tenants and users by name, serial or number, sealed reports by the code on them; of each kind the first, and how many',
      /** An empty query finds nothing. */
      query: z.object({ query: z.string().trim().max(200).default('') }),
      response: searchAnswer,
    },
    async ({ query: { query }, db, scope, now, actor }) => ({
      groups: [
        ...(await Promise.all(
          sources
            .filter(({ permission }) => query !== '' && allows(actor.permissions, permission))
            .map(async ({ kind, store, name, where }) => {
              const answer = await api.stores.get(store)?.list(
                db,
                scope,
                listRequest.parse({
                  query,
                  rowsPerPage: SHOWN,
                  sortBy: [name === 'mac' ? '_id' : name],
                  fields: [name, 'archived_at', ...(where ? [where] : [])],
                }),
                now,
              )
              return {
                kind,
                total: answer?.total ?? 0,
                rows: ((answer?.rows ?? []) as Record<string, unknown>[]).map(row => ({
                  _id: String(row._id),
                  ref: String(row._id),
                  name: String(row[name]),
                  where: where ? whereOf(row[where]) : null,
                  archived: row.archived_at != null,
                })),
              }
            }),
        )),
        ...(await reportsBySeal(db, scope, actor, query)),
      ],
    }),
  )
}

const whereOf = (value: unknown): string | null =>
  value == null ? null : typeof value === 'object' && 'name' in value ? String(value.name) : String(value)
