import type { Api } from '../http/api'
import { crud } from '../http/crud'
import type { Store } from '../db/store'
import * as stores from './games-registry.stores'

/** Whatever the module has a store of. */
export function register(api: Api): void {
  for (const store of Object.values(stores) as unknown as readonly Store[]) crud(api, store)
}
