import type { MachineCommand } from '../../../backend/estate/orders/control.contract'
import { ResourceTable } from '../../engine/components/resource-table'
import { resources } from '../../engine/definition/registry'

/** The last few commands, as their own list shows them. */
export const CommandTable = ({
  caption,
  commands,
}: {
  caption: string
  commands: readonly MachineCommand[]
}) => (
  <ResourceTable
    resource={resources.commands}
    caption={caption}
    rows={commands}
    columns={resources.commands.list.columns}
  />
)
