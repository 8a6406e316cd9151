import type { Reference } from '../../../backend/platform/contract/primitives'
import { several } from '../../engine/fields'
import type { Field } from '../../engine/fields/field'

const ALL = 'notification-channels:all_locations'

/** None means all of the tenant's, which is said. */
export const channelLocations = (): Field<readonly Reference[]> => {
  const names = several('locations')
  return {
    ...names,
    cell: (chosen, ctx) => (chosen.length === 0 ? ctx.t(ALL) : names.cell(chosen, ctx)),
    csvValue: (chosen, ctx, row) => (chosen.length === 0 ? ctx.t(ALL) : names.csvValue(chosen, ctx, row)),
  }
}
