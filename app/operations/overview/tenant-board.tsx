/** The beginning of a tenant's page: its slots' problems, today's takings, and its locations, the worst first. */
import { boardPaths, tenantBoard, type TenantBoard } from '../../../backend/operations/board/board.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { resourcePaths } from '../../addresses/names'
import { Tiles } from '../../ui/tiles'
import { Legend, LocationsTable } from './locations-by-trouble'
import { TakingsTiles } from './takings-tiles'
import { TroubleTiles } from './trouble-tiles'

export const boardOfTenant = () =>
  sidePanel({
    title: 'board:locations',
    ask: id => ({
      permission: { all: ['tenant::list', 'location::list', 'slot::list'] },
      path: `${boardPaths.tenant}/${id}`,
      shape: tenantBoard,
    }),
    more: id => `${resourcePaths.locations}?tenant=${id}`,
    lead: (answer, row) => <Lead board={answer} id={row._id} />,
    show: ({ locations }) => <Locations locations={locations} />,
  })

function Lead({ board: { slots, takings }, id }: { board: TenantBoard; id: string }) {
  const { t } = useShell()
  return (
    <Tiles label={t('board:figures')}>
      <TakingsTiles takings={takings ?? []} />
      <TroubleTiles slots={slots} filters={[['tenant', id]]} />
    </Tiles>
  )
}

function Locations({ locations }: { locations: TenantBoard['locations'] }) {
  const { t } = useShell()
  if (locations.total === 0) return <p>{t('board:locations_none')}</p>
  return (
    <>
      <Legend rows={locations.rows} />
      <LocationsTable rows={locations.rows} />
    </>
  )
}
