import { isGeneral, type Config } from '../../../backend/platform/layered-settings/config.contract'
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'

/** The levels above and next to it: what belongs to the same record stands among its tabs. */
export function SidePanel({ config: { kind, tenant, parents, slot, smib } }: { config: Config }) {
  const { t, can } = useShell()
  const location = parents.find(parent => parent.level === 'location')
  return (
    <>
      {kind === 'smib' && location ? (
        <LinkButton href={`/config/location/${location._id}`}>{t('config:links.location')}</LinkButton>
      ) : null}
      {kind === 'smib' && slot ? (
        <LinkButton href={`/config/slot/${slot._id}`}>{t('config:links.slot')}</LinkButton>
      ) : null}
      {kind === 'slot' && smib ? (
        <LinkButton href={`/config/smib/${smib._id}`}>{t('config:links.smib')}</LinkButton>
      ) : null}
      {isGeneral(kind) && can('general_settings::get') ? (
        <LinkButton href="/admin/general-settings">{t('general-settings:all')}</LinkButton>
      ) : null}
      {kind === 'general-location' && can('tenant::get_general_settings') ? (
        <LinkButton href={`/config/general-tenant/${tenant._id}`}>
          {t('general-settings:of_tenant')}
        </LinkButton>
      ) : null}
    </>
  )
}
