import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import type { Store } from '../../platform/store/store-spec'
import * as stores from './games-registry.stores'

/** Whatever the module has a store of. */
export function register(api: Api): void {
  for (const store of Object.values(stores) as unknown as readonly Store[]) crud(api, store)
}
