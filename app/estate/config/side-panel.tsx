import { isFlat, isGeneral, type Config } from '../../../backend/platform/layered-settings/config.contract'
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'

/** Links to related pages: the record itself, the levels above, the comparison. */
export function SidePanel({ config: { kind, _id, tenant, parents, slot, smib } }: { config: Config }) {
  const { t, can } = useShell()
  const location = parents.find(parent => parent.level === 'location')
  return (
    <>
      {kind === 'tenant' && can('tenant::get_fraud_settings') ? (
        <LinkButton href={`/config/fraud/${_id}`}>{t('config:links.fraud')}</LinkButton>
      ) : null}
      {kind === 'tenant' && can('payment_merchant::list') ? (
        <LinkButton href={`/config/payments/${_id}`}>{t('config:links.payments')}</LinkButton>
      ) : null}
      {isFlat(kind) ? (
        <LinkButton href={`/config/tenant/${tenant._id}`}>{t('config:links.tenant')}</LinkButton>
      ) : null}
      {kind === 'location' ? (
        <LinkButton href={`/config/compare?left=${_id}`}>{t('config:links.compare')}</LinkButton>
      ) : null}
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
      {kind === 'slot' ? (
        <LinkButton href={`/slots/${_id}/meters`}>{t('config:links.meters')}</LinkButton>
      ) : null}
    </>
  )
}
