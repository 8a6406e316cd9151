/** General settings: what holds at the top of what one may see, and who has settings of their own below it. */
import {
  configKinds,
  generalOwners,
  type GeneralOwners,
} from '../../../backend/platform/layered-settings/config.contract'
import { SYSTEM_TENANT } from '../../../backend/platform/contract/primitives'
import { useShell, useLoaded } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { PageHeader, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { Time } from '../../ui/time'
import { configAt, hrefOf, readConfig } from './config-at.server'
import { SettingsTables } from './settings-table'

export const loader = guarded('general_settings::get', async ({ api, user, t, can }) => {
  const kind = user.tenant_id === SYSTEM_TENANT ? 'general-system' : 'general-tenant'
  const at = configAt({ kind, id: user.tenant_id })
  const [config, owners] = await Promise.all([
    can(configKinds[kind].read) ? readConfig(api, at) : null,
    api.call('GET', '/api/settings/v1/general-settings', { schema: generalOwners }),
  ])
  return { title: t('general-settings:page'), config, here: at.href, ...owners }
})

export default function GeneralSettingsPage() {
  const { title, config, here, owners, more, zone_data: zones } = useLoaded<typeof loader>()
  const { t, can, user } = useShell()
  return (
    <>
      <PageHeader
        title={title}
        commands={
          config && can(configKinds[config.kind].update) ? (
            <LinkButton href={`${here}/edit`} tone="primary">
              {t('config:edit')}
            </LinkButton>
          ) : null
        }
      />
      <p className="prose-width mb-3">
        {t(user?.tenantId === SYSTEM_TENANT ? 'general-settings:about' : 'general-settings:about_own')}
      </p>
      {config ? (
        <SettingsTables config={config} here={here} editable={can(configKinds[config.kind].update)} />
      ) : null}
      <Owners owners={owners} more={more} />
      <p className="prose-width mt-3">{t('general-settings:zones', zones)}</p>
    </>
  )
}

function Owners({ owners, more }: Pick<GeneralOwners, 'owners' | 'more'>) {
  const { t, format, now, user } = useShell()
  const caption = t('general-settings:owners')
  return (
    <Section title={caption}>
      <p className="prose-width mb-2">
        {t(
          user?.tenantId === SYSTEM_TENANT ? 'general-settings:owners_about' : 'general-settings:owners_own',
        )}
      </p>
      <DataTable
        caption={caption}
        columns={[
          { key: 'name', label: t('general-settings:columns.name') },
          { key: 'level', label: t('general-settings:columns.level'), rank: 3 },
          { key: 'own', label: t('general-settings:columns.own'), rank: 2, numeric: true },
          { key: 'changed', label: t('general-settings:columns.changed'), rank: 3 },
        ]}
        rows={owners.map(({ _id, kind, name, tenant, own, changed_at, changed_by }) => ({
          key: `${kind} ${_id}`,
          cells: [
            <a key="name" className="link" href={hrefOf(kind, _id)}>
              {kind === 'general-system' ? t('general-settings:system') : name}
            </a>,
            [t(`general-settings:levels.${configKinds[kind].level}`), tenant?.name]
              .filter(Boolean)
              .join(' · '),
            format.number(own),
            changed_at === null ? (
              '–'
            ) : (
              <span key="changed">
                <Time at={changed_at} text={format.age(changed_at, now)} exact={format.exact(changed_at)} />
                {` · ${changed_by ?? ''}`}
              </span>
            ),
          ],
        }))}
      />
      {more ? <p>{t('general-settings:more')}</p> : null}
    </Section>
  )
}
