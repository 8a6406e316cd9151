/**
 * An entity group: what is wrong with the slots that it means, each number counted by the very list that it leads to.
 */
import { Problem } from '../../platform/contract/problem'
import type { Store } from '../../platform/store/store-spec'
import {
  lockedStates,
  MOST_LINKED,
  underWayStates,
  type GroupOverview,
  type GroupType,
  type Troubles,
} from './overview.contract'
import type { Reading } from './troubles.queries'

const stores: Record<
  GroupType,
  { groups: string; members: string; filter: 'group' | 'location' | 'tenant' }
> = {
  slot: {
    groups: 'configuration/slot_entity_groups',
    members: 'configuration/slots',
    filter: 'group',
  },
  location: {
    groups: 'configuration/location_entity_groups',
    members: 'configuration/locations',
    filter: 'location',
  },
  tenant: {
    groups: 'configuration/tenant_entity_groups',
    members: 'configuration/tenants',
    filter: 'tenant',
  },
}

/** A list takes no more values of one filter (`contract/list.ts`). */
const MOST_MEMBERS = 500

/** Throws 404 for a group that is not in the reader's scope. */
export async function groupOverviewOf(
  { db, scope, now }: Reading,
  known: ReadonlyMap<string, Store>,
  type: GroupType,
  id: string,
): Promise<GroupOverview> {
  const { groups, members, filter } = stores[type]
  const storeOf = (name: string): Store => {
    const store = known.get(name)
    if (!store) throw new Problem(404, 'not_found', { message: 'No such group' })
    return store
  }
  await storeOf(groups).get(db, scope, id, now)
  const by =
    filter === 'group'
      ? [id]
      : await storeOf(members).idsMatching(
          db,
          scope,
          { query: '', exactFields: ['group'], exactValues: [id] },
          now,
        )
  if (by.length > MOST_MEMBERS) return { as_of: now, filter, by: [], slots: null }
  const count = (also: Record<string, readonly string[]> = {}) =>
    by.length === 0
      ? 0
      : storeOf('configuration/slots').count(
          db,
          scope,
          {
            query: '',
            exactFields: [filter, ...Object.keys(also)],
            exactValues: [by, ...Object.values(also).map(values => [...values])],
          },
          now,
        )
  const [total, offline, locked, doors, under_way] = await Promise.all([
    count(),
    count({ state: ['offline'] }),
    count({ lock_state: lockedStates }),
    count({ door: ['open'] }),
    count({ lock_state: underWayStates }),
  ])
  const countOf = (found: number): Troubles['offline'] => ({ count: found, since: null })
  return {
    as_of: now,
    filter,
    by: by.length > MOST_LINKED ? [] : by,
    slots: {
      total,
      offline: countOf(offline),
      locked: countOf(locked),
      doors: countOf(doors),
      under_way: countOf(under_way),
    },
  }
}
