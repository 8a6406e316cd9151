/** The beginning of a tenant's page: its slots' problems, today's takings, and its locations, the worst first. */
import {
  overviewPaths,
  tenantOverview,
  type TenantOverview,
} from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { resourcePaths } from '../../addresses/names'
import { Tiles } from '../../ui/tiles'
import { Legend, LocationsTable } from './locations-by-trouble'
import { TakingsTiles } from './takings-tiles'
import { TroubleTiles } from './trouble-tiles'

export const overviewOfTenant = () =>
  sidePanel({
    title: 'overview:locations',
    ask: id => ({
      permission: { all: ['tenant::list', 'location::list', 'slot::list'] },
      path: `${overviewPaths.tenant}/${id}`,
      shape: tenantOverview,
    }),
    more: id => `${resourcePaths.locations}?tenant=${id}`,
    lead: (answer, row) => <Lead overview={answer} id={row._id} />,
    show: ({ locations }) => <Locations locations={locations} />,
  })

function Lead({ overview: { slots, takings }, id }: { overview: TenantOverview; id: string }) {
  const { t } = useShell()
  return (
    <Tiles label={t('overview:figures')}>
      <TakingsTiles takings={takings ?? []} />
      <TroubleTiles slots={slots} filters={[['tenant', id]]} />
    </Tiles>
  )
}

function Locations({ locations }: { locations: TenantOverview['locations'] }) {
  const { t } = useShell()
  if (locations.total === 0) return <p>{t('overview:locations_none')}</p>
  return (
    <>
      <Legend rows={locations.rows} />
      <LocationsTable rows={locations.rows} />
    </>
  )
}
