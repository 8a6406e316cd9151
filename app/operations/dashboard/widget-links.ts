/** A widget links to the list of what it counts, with the same filters. */
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { ShownWidget } from '../../../backend/operations/dashboard/dashboard.contract'
import { underWayStates } from '../../../backend/operations/overview/overview.contract'
import { writeInstant } from '../../engine/period/period'
import { resourcePaths } from '../../addresses/names'

type Filters = readonly (readonly [string, string])[]

const addressOf = (path: string, filters: Filters): string =>
  filters.length === 0 ? path : `${path}?${new URLSearchParams(filters.map(one => [...one])).toString()}`

const narrowed = ({ location }: Pick<ShownWidget, 'location'>): Filters =>
  location ? [['location', location._id]] : []

export const slotsWith = (widget: Pick<ShownWidget, 'location'>, filters: Filters = []): string =>
  addressOf(resourcePaths.slots, [...narrowed(widget), ...filters])

export const OPEN_ALARMS = addressOf(resourcePaths.notifications, [
  ['severity', 'alarm'],
  ['confirmed', '0'],
])

/** The link filters by the open gaming day or, if that is not one span for all locations, by the reader's today. */
export function eventsWith(
  widget: Pick<ShownWidget, 'location'>,
  span: { start: number; end: number } | null,
  filters: Filters = [],
): string {
  const period: Filters = span
    ? [
        ['dateStart', writeInstant(span.start)],
        ['dateEnd', writeInstant(span.end)],
      ]
    : [['timeRange', 'today']]
  return addressOf('/events', [...narrowed(widget), ...filters, ...period])
}

export interface Reader {
  tenantId: string
  can: (rule: PermissionRule) => boolean
}

/**
 * The days of the widget's location, or of the reader's tenant; the system's own people have all tenants. Null: no such
 * page for them.
 */
function daysOf(
  { location }: Pick<ShownWidget, 'location'>,
  { from, to }: { from: string; to: string },
  { tenantId, can }: Reader,
): string | null {
  const period: Filters = [
    ['from', from],
    ['to', to],
  ]
  if (location) return can('location::get') ? addressOf(`/locations/${location._id}/days`, period) : null
  if (/^0+$/.test(tenantId)) return can('tenant::list') ? resourcePaths.tenants : null
  return can('tenant::get') ? addressOf(`/tenants/${tenantId}/days`, period) : null
}

/** The whole of what the widget shows a part of. */
export function listOf(widget: ShownWidget, reader: Reader): string | null {
  const { data } = widget
  switch (data?.kind) {
    case undefined:
      return null
    case 'slots':
      return slotsWith(widget)
    case 'coin_in':
    case 'net_win':
    case 'ggr':
    case 'hold':
      return daysOf(widget, data, reader)
    case 'doors':
      return slotsWith(widget, [['door', 'open']])
    case 'events':
      return eventsWith(widget, data.span)
    case 'commands':
      return slotsWith(
        widget,
        underWayStates.map(state => ['lock_state', state] as const),
      )
    case 'tasks':
      return '/advanced/tasks?show=current'
    case 'notifications':
      return addressOf(resourcePaths.notifications, [['confirmed', '0']])
  }
}
