import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { handpaysStore } from './handpays.store'

export const register = (api: Api): void => crud(api, handpaysStore)
