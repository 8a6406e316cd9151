import type { Evidence } from '../../engine/definition/define-report'
import { resourcePaths } from '../../addresses/names'

/** A row of a report over the network leads to the same days of what it stands for. */
export const daysOf =
  (name: 'slots' | 'locations' | 'tenants') =>
  ({ row, days }: Evidence): string =>
    `${resourcePaths[name]}/${row}/days?${new URLSearchParams(days).toString()}`
