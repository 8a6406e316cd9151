/** The settings that a reader may see, each with the page where it stands. */
import { configKinds, type ConfigKind } from '../../../backend/platform/layered-settings/config.contract'
import type { Catalogue, Level } from '../../../backend/platform/layered-settings/setting.contract'
import { allows, type Permission, type PermissionMap } from '../../../backend/platform/contract/permissions'
import { SYSTEM_TENANT } from '../../../backend/platform/contract/primitives'
import { resourcePaths } from '../../addresses/names'
import { groupName } from '../../estate/config/setting-text'
import type { Translate } from '../../i18n/locales'

interface ShownSetting {
  kind: ConfigKind
  key: string
  href: string
  page: (t: Translate) => string
  group: (t: Translate) => string
}

const GENERAL = '/admin/general-settings'
/** Sets of a tenant's own, by the link that leads there. */
const ofTenants = { tenant: 'config', fraud: 'fraud', payments: 'payments' } as const

/** The system's people choose the tenant first: its settings are reached from its page. */
export function shownSettings({
  permissions,
  tenantId,
}: {
  permissions: PermissionMap
  tenantId: string
}): ShownSetting[] {
  const isSystem = tenantId === SYSTEM_TENANT
  const general = isSystem ? 'general-system' : 'general-tenant'
  const generalAt = allows(permissions, 'general_settings::get') ? GENERAL : `/config/${general}/${tenantId}`
  const own = Object.entries(ofTenants).flatMap(([kind, link]) =>
    settingsOf(
      permissions,
      kind as ConfigKind,
      isSystem ? resourcePaths.tenants : `/config/${kind}/${tenantId}`,
      t => t(`config:links.${link}`),
    ),
  )
  return [...settingsOf(permissions, general, generalAt, t => t('general-settings:page')), ...own]
}

function settingsOf(
  permissions: PermissionMap,
  kind: ConfigKind,
  href: string,
  page: ShownSetting['page'],
): ShownSetting[] {
  const { catalogue, level, read }: ConfigSet = configKinds[kind]
  if (!allows(permissions, read)) return []
  return Object.entries(catalogue).flatMap(([group, all]) =>
    all
      .filter(({ levels }) => levels.includes(level))
      .map(({ key }) => ({ kind, key, href, page, group: (t: Translate) => groupName(t, kind, group) })),
  )
}

interface ConfigSet {
  catalogue: Catalogue
  level: Level
  read: Permission
}
