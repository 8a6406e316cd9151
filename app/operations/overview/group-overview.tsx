/** The beginning of an entity group's page: its size, and the problems of the slots that it stands for. */
import {
  overviewPaths,
  groupOverview,
  type GroupType,
} from '../../../backend/operations/overview/overview.contract'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { resourcePaths } from '../../addresses/names'
import { Tile, Tiles } from '../../ui/tiles'
import { TroubleTiles } from './trouble-tiles'

const members: Record<GroupType, 'slots' | 'locations' | 'tenants'> = {
  slot: 'slots',
  location: 'locations',
  tenant: 'tenants',
}

export const overviewOfGroup = (type: GroupType) => {
  const permission = { all: [`${type}_entity_group::list`, 'slot::list'] } satisfies PermissionRule
  return sidePanel({
    title: 'overview:figures',
    ask: id => ({ permission, path: `${overviewPaths.group}/${type}/${id}`, shape: groupOverview }),
    lead: (overview, row) => (
      <Lead
        slots={overview.slots}
        filters={overview.by.map(id => [overview.filter, id])}
        type={type}
        id={row._id}
        size={typeof row.size === 'number' ? row.size : null}
      />
    ),
  })
}

interface LeadProps {
  slots: Parameters<typeof TroubleTiles>[0]['slots'] | null
  filters: [string, string][]
  type: GroupType
  id: string
  size: number | null
}

function Lead({ slots, filters, type, id, size }: LeadProps) {
  const { t, format } = useShell()
  const list = members[type]
  return (
    <Tiles label={t('overview:figures')}>
      {size === null ? null : (
        <Tile
          label={t(`${list}:title`)}
          value={format.number(size)}
          isNone={size === 0}
          href={`${resourcePaths[list]}?group=${id}`}
        />
      )}
      {slots ? <TroubleTiles slots={slots} filters={filters.length > 0 ? filters : null} /> : null}
    </Tiles>
  )
}
