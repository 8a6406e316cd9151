/** What is known of records before they are archived: what stands in them, and which of them a rule keeps. */
import { z } from 'zod'
import { archiveCheck, MAX_CHECKED, pathsOf, type ArchiveCheck, type Contract } from '../contract/contract'
import { listRequest } from '../contract/list'
import { allows, type Permission } from '../contract/permissions'
import { id } from '../contract/primitives'
import type { Store } from '../store/store-spec'
import type { Api, EndpointContext } from './api'

/** `POST /archive-check/many`: called before the button is shown, so that nobody fills in a form that is refused. */
export function archiveCheckEndpoint<C extends Contract>(
  api: Api,
  store: Store<C>,
  permission: Permission,
): void {
  const { contract, spec } = store
  api.endpoint(
    {
      method: 'POST',
      path: pathsOf(contract).archiveCheck,
      family: contract.family,
      summary: `Records in ${contract.many}, and which of them cannot be archived now`,
      permission,
      body: z.strictObject({ ids: z.array(id).min(1).max(MAX_CHECKED) }),
      response: archiveCheck,
      reads: true,
    },
    async context => {
      const { db, scope, body, now } = context
      const ids = [...new Set(body.ids)]
      await store.getAll(db, scope, ids, now)
      const stuck = await spec.archiveBlockers?.(db, ids)
      return {
        holds: await heldBy(api, contract, ids, context),
        blocked: [...(stuck ?? [])].map(([_id, { code }]) => ({ _id, code })),
      } satisfies ArchiveCheck
    },
  )
}

/** Only of lists that the asker may read: a count would reveal how much somebody else has. */
async function heldBy(
  api: Api,
  { holds = [] }: Contract,
  ids: string[],
  {
    db,
    scope,
    actor,
    now,
  }: Pick<EndpointContext<undefined, undefined, unknown>, 'db' | 'scope' | 'actor' | 'now'>,
): Promise<ArchiveCheck['holds']> {
  const counted = await Promise.all(
    holds.map(async ({ list, filter }) => {
      const store = api.stores.get(list)
      if (!store) throw new Error(`holds names ${list}, which no module serves`)
      if (!allows(actor.permissions, store.contract.permissions.list)) return { list, filter, count: 0 }
      const request = listRequest.parse({ exactFields: [filter], exactValues: [ids], rowsPerPage: 1 })
      return { list, filter, count: (await store.list(db, scope, request, now)).total }
    }),
  )
  return counted.filter(({ count }) => count > 0)
}
