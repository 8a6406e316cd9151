/** Which lists have columns of their own for everybody or for a role, and where to set them. */
import { columnsConfigsAnswer } from '../../../backend/platform/contract/settings.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { roleName } from '../../i18n/role-name'
import { guarded } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { Time } from '../../ui/time'
import { columnsPath, configurable } from './configurable'

export const loader = guarded('columns_configuration::get_system_all_columns', async ({ api, t }) => ({
  title: t('columns:title'),
  configs: (
    await api.call('GET', '/api/settings/v1/columns-configurations', { schema: columnsConfigsAnswer })
  ).columns_configs,
}))

export default function ColumnsConfigurationsPage() {
  const { title, configs } = useLoaded<typeof loader>()
  const { t, format, locale, now } = useShell()
  const rows = configurable
    .map(one => ({ ...one, title: t(`${one.name}:title`) }))
    .sort((a, b) => a.title.localeCompare(b.title, locale))
  return (
    <>
      <PageHeader title={title} total={format.number(rows.length)} />
      <p className="prose-width mb-3">{t('columns:about')}</p>
      <DataTable
        caption={title}
        columns={[
          { key: 'page', label: t('columns:columns.page') },
          { key: 'route', label: t('columns:columns.route'), mono: true },
          { key: 'everybody', label: t('columns:columns.everybody'), rank: 2 },
          { key: 'roles', label: t('columns:columns.roles'), rank: 3 },
          { key: 'changed', label: t('columns:columns.changed') },
        ]}
        rows={rows.map(({ name, route, title: page }) => {
          const own = configs.filter(({ page_name }) => page_name === name)
          const everybody = own.find(({ role }) => role === null)
          const last = own.toSorted((a, b) => b.updated_at - a.updated_at)[0]
          return {
            key: name,
            cells: [
              <a key="page" className="link" href={columnsPath(name)}>
                {page}
              </a>,
              route ?? '–',
              everybody ? t('columns:set', { count: everybody.columns.length }) : t('columns:released'),
              format.list(own.flatMap(({ role }) => (role ? [roleName(role, t)] : []))) || '–',
              last ? (
                <span key="changed">
                  <Time
                    at={last.updated_at}
                    text={format.age(last.updated_at, now)}
                    exact={format.exact(last.updated_at)}
                  />
                  {` · ${last.updated_by}`}
                </span>
              ) : (
                '–'
              ),
            ],
          }
        })}
      />
    </>
  )
}
