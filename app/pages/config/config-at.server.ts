/** Whose settings a request is about. */
import { redirect } from '@remix-run/node'
import { configAnswer, configKinds, configVersions, type Config, type ConfigKind, type ConfigVersions } from '../../../backend/config/config.contract'
import type { Permission } from '../../../backend/contract/permissions'
import type { Api } from '../../api/client.server'
import { idOf } from '../../engine/resource-at.server'
import type { Translate } from '../../i18n/locales'

type Params = Readonly<Record<string, string | undefined>>

/** An address of no kind is an unknown route (ruling 8). */
export function kindOf({ kind }: Params): ConfigKind {
  if (kind === undefined || !Object.hasOwn(configKinds, kind)) throw redirect('/error/error-v1')
  return kind as ConfigKind
}

export const mayRead = ({ params }: { params: Params }): Permission => configKinds[kindOf(params)].read
export const mayChange = ({ params }: { params: Params }) => ({ all: [configKinds[kindOf(params)].read, configKinds[kindOf(params)].update] }) as const

/** The backend's address of this request's settings. */
export const pathAt = (params: Params): string => `${configKinds[kindOf(params)].path}/${idOf(params)}`
export const hrefOf = (kind: ConfigKind, id: string): string => `/config/${kind}/${id}`

export const readConfig = async (api: Api, params: Params): Promise<Config> => (await api.call('GET', pathAt(params), { schema: configAnswer })).config
export const readVersions = (api: Api, params: Params): Promise<ConfigVersions> => api.call('GET', `${pathAt(params)}/versions`, { schema: configVersions })

export const titleFor = (t: Translate, { kind, name }: Pick<Config, 'kind' | 'name'>): string => t(`config:title.${kind}`, { name })

/** The id of the path is called by its name in the breadcrumbs. */
export const crumbsFor = ({ _id, name }: Pick<Config, '_id' | 'name'>): Record<string, string> => ({ [_id]: name })
