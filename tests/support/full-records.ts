/** Records of the modules whose lists have none in the small network: three of a kind where something is sorted by them. */
import { tenants } from '../people'
import type { TestBackend } from './backend'
import { keepOut } from './kept-out'

type Demand = (path: string, body: unknown) => Promise<Record<string, { _id: string }>>

const conf = '/api/configuration/v1'
const idOf = (found: Record<string, { _id: string }>, name: string) => found[name]?._id ?? ''

export async function makeRecords(backend: TestBackend, demand: Demand): Promise<void> {
  const registry = '/api/games-registry/v1'
  for (const nr of [1, 2, 3]) {
    const game = idOf(await demand(`${registry}/game`, { name: `Game ${nr}` }), 'game')
    const profile = { name: `Profile ${nr}`, game, theoretical_rtp: 9_500 }
    await demand(`${registry}/game_profile`, profile)
    await demand(`${registry}/game_setting`, { name: `Setting ${nr}`, game })
  }

  await keepOut(backend, demand)
  const users = '/api/users/v1'
  for (const nr of [1, 2, 3])
    await demand(`${users}/user-group`, { name: `Shift ${nr}`, tenant: tenants.carpathia.id })
  const gone = await demand(`${users}/user`, {
    username: 'gone.already',
    full_name: 'Gone Already',
    tenant: tenants.carpathia.id,
  })
  await demand(`${users}/archive/user/${idOf(gone, 'user')}`, undefined)
  await demand(`${users}/role`, { name: 'Reader', permissions: ['slot::list'] })
  for (const [name, by, granulation, tenant] of [
    ['Win by location', 'location', 'day', tenants.carpathia.id],
    ['Games by hour', 'game', 'hour', tenants.carpathia.id],
    ['Year of a tenant', 'tenant', 'month', tenants.lusitania.id],
  ])
    await demand(`${conf}/aggregation-rule`, { name, by, granulation, tenant, measures: ['net_win'] })
}
