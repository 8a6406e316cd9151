import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { locationsStore } from './locations.store'

export const register = (api: Api): void => crud(api, locationsStore)
