/** Finds the record whose settings a request is about. */
import { HOUR_MS, MINUTE_MS } from '../../../backend/platform/contract/durations'
import { redirect } from '@remix-run/node'
import {
  configAnswer,
  configKinds,
  configVersions,
  isGeneral,
  type Config,
  type ConfigKind,
  type ConfigVersions,
} from '../../../backend/platform/layered-settings/config.contract'
import type { Permission } from '../../../backend/platform/contract/permissions'
import type { Api } from '../../api/client.server'
import { env } from '../../process/env.server'
import { idOf } from '../../engine/data/resource-at.server'
import type { Translate } from '../../i18n/locales'
import type { ShownConfig } from './setting-text'

type Params = Readonly<Record<string, string | undefined>>

/** An address of no kind is an unknown route (ruling 8). */
function kindOf({ kind }: Params): ConfigKind {
  if (kind === undefined || !Object.hasOwn(configKinds, kind)) throw redirect('/error/error-v1')
  return kind as ConfigKind
}

export const mayRead = ({ params }: { params: Params }): Permission => configKinds[kindOf(params)].read
export const mayChange = ({ params }: { params: Params }) =>
  ({ all: [configKinds[kindOf(params)].read, configKinds[kindOf(params)].update] }) as const

export interface ConfigAt {
  kind: ConfigKind
  id: string
  /** The backend's address of these settings. */
  path: string
  /** Their page. */
  href: string
}

/**
 * What the path names, read once before any request: one question that refuses the path while another is on its way
 * would leave that
 * one's refusal to nobody.
 */
export function configAt(params: Params): ConfigAt {
  const kind = kindOf(params)
  const id = idOf(params)
  return { kind, id, path: `${configKinds[kind].path}/${id}`, href: hrefOf(kind, id) }
}

export const hrefOf = (kind: ConfigKind, id: string): string => `/config/${kind}/${id}`

export async function readConfig(api: Api, { path }: ConfigAt): Promise<ShownConfig> {
  const { config } = await api.call('GET', path, { schema: configAnswer })
  const { sessionIdleMs, sessionAbsoluteMs } = env()
  const started = {
    'session.idle': sessionIdleMs / MINUTE_MS,
    'session.absolute': sessionAbsoluteMs / HOUR_MS,
  }
  return { ...config, started }
}
export const readVersions = (api: Api, { path }: ConfigAt): Promise<ConfigVersions> =>
  api.call('GET', `${path}/versions`, { schema: configVersions })

export const titleFor = (t: Translate, { kind, name }: Pick<Config, 'kind' | 'name'>): string =>
  isGeneral(kind)
    ? t(`general-settings:title.${configKinds[kind].level}`, { name })
    : t(`config:title.${kind}`, { name })

/** The id of the path is called by its name in the breadcrumbs. */
export const crumbsFor = (
  t: Translate,
  { _id, kind, name }: Pick<Config, '_id' | 'kind' | 'name'>,
): Record<string, string> => ({
  [_id]: kind === 'general-system' ? t('general-settings:system') : name,
})
