import type { Api } from '../http/api'
import { crud } from '../http/crud'
import { locationsStore } from './locations.store'

export const register = (api: Api): void => crud(api, locationsStore)
