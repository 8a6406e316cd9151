/** The lists that the search reads, each by its own store: what a list's search finds, in the same scope. */
import type { PermissionRule } from '../../platform/contract/permissions'
import type { Store } from '../../platform/store/store-spec'
import { tasksContract } from '../../platform/tasks/tasks.contract'
import { tasksStore } from '../../platform/tasks/tasks.store'
import { bulkStore } from '../bulk/bulk.store'
import type { SearchKind } from './search.contract'

export interface Source {
  kind: SearchKind
  /** `family/many`, or a store that has no endpoints of its own. */
  store: string | Store
  /** The field that a result is called by, and those that say which one it is. */
  name: string
  where: readonly string[]
  amount?: true
  /** Left out: its list's. */
  permission?: PermissionRule
  /** Left out: by name. */
  order?: { by: string; direction: 'ASC' | 'DESC' }
}

const named = (kind: SearchKind, store: string, ...where: string[]): Source => ({
  kind,
  store,
  name: 'name',
  where,
})
const registry = (kind: SearchKind, many: string, ...where: string[]) =>
  named(kind, `games-registry/${many}`, ...where)

const newest = (by: string) => ({ by, direction: 'DESC' }) as const

/** In the order of the page. */
export const sources: readonly Source[] = [
  { kind: 'slot', store: 'configuration/slots', name: 'serial', where: ['location', 'position'] },
  {
    kind: 'smib',
    store: 'configuration/smibs',
    name: 'mac',
    where: ['location'],
    order: { by: 'id', direction: 'ASC' },
  },
  named('location', 'configuration/locations', 'city'),
  named('tenant', 'configuration/tenants'),
  {
    kind: 'handpay',
    store: 'slotcontrol/handpays',
    name: 'slot',
    where: ['location', 'position'],
    amount: true,
    order: { by: 'since', direction: 'ASC' },
  },
  named('jackpot', 'jackpot-manager/jackpots', 'location'),
  named('jackpot_level', 'jackpot-manager/jackpot-levels', 'jackpot', 'location'),
  {
    kind: 'jackpot_win',
    store: 'jackpot-manager/jackpot-wins',
    name: 'number',
    where: ['level', 'location', 'slot'],
    amount: true,
    order: newest('timestamp'),
  },
  {
    kind: 'remote_cashout',
    store: 'remote-cashout/remote-cashouts',
    name: 'provider_ref',
    where: ['location', 'slot'],
    amount: true,
    order: newest('timestamp'),
  },
  named('player', 'player-exclusion-processor/players', 'document'),
  { kind: 'user', store: 'users/users', name: 'full_name', where: ['username'] },
  registry('game', 'games', 'manufacturer'),
  registry('game_profile', 'game-profiles', 'game'),
  registry('game_mix', 'game-mixes', 'manufacturer'),
  registry('machine_type', 'machine-types', 'manufacturer'),
  registry('manufacturer', 'manufacturers', 'full_name'),
  named('display_channel', 'display-channels/display-channels', 'location'),
  named('display', 'display-channels/displays', 'place', 'channel', 'location'),
  named('tenant_group', 'configuration/tenant_entity_groups', 'tenant'),
  named('location_group', 'configuration/location_entity_groups', 'tenant'),
  named('slot_group', 'configuration/slot_entity_groups', 'tenant'),
  {
    kind: 'task',
    store: tasksStore as unknown as Store,
    permission: tasksContract.permissions.list,
    name: 'title',
    where: ['created_by', 'tenant'],
    order: newest('create_time'),
  },
  {
    kind: 'bulk_job',
    store: bulkStore as unknown as Store,
    name: 'action',
    where: ['reason', 'created_by'],
    order: newest('created_at'),
  },
]
