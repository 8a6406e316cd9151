/**
 * A person's dashboard: which widgets, in which order, how wide, of which location and period; and what each of them
 * shows.
 */
import { z } from 'zod'
import type { Permission, PermissionRule } from '../../platform/contract/permissions'
import { currency, id, instant, reference, sentBack } from '../../platform/contract/primitives'
import { notification } from '../../workflow/news/notifications.contract'
import { taskState } from '../../platform/tasks/tasks.contract'

/** Specification section 6: the rule of `/dashboard`. */
export const dashboardRule = {
  any: [
    'dashboard_settings::get',
    'general_settings::get',
    'location::get_general_settings',
    'tenant::get_general_settings',
    'tenant::list',
    'location::list',
  ],
} as const satisfies PermissionRule

export const widgetKind = z.enum([
  'slots',
  'coin_in',
  'net_win',
  'ggr',
  'hold',
  'doors',
  'events',
  'tasks',
  'commands',
  'notifications',
])
export type WidgetKind = z.output<typeof widgetKind>

interface WidgetRule {
  /** Null: open to whoever may open the dashboard. */
  permission: PermissionRule | null
  /** It can be narrowed to one location. */
  hasLocation: boolean
  /** It sums up so many gaming days. */
  hasDays: boolean
}
const of = (permission: Permission | null, also: Partial<WidgetRule> = {}): WidgetRule => ({
  permission,
  hasLocation: true,
  hasDays: false,
  ...also,
})
/** Each needs what the list needs that it leads to. */
export const widgetRules: Readonly<Record<WidgetKind, WidgetRule>> = {
  slots: of('slot::list'),
  coin_in: of('slot::get', { hasDays: true }),
  net_win: of('slot::get', { hasDays: true }),
  ggr: of('slot::get', { hasDays: true }),
  hold: of('slot::get', { hasDays: true }),
  doors: of('slot::list'),
  events: of('slot::get'),
  tasks: {
    ...of(null, { hasLocation: false }),
    permission: { all: ['task_current::list', 'task_completed::list'] },
  },
  commands: of('slot::list'),
  notifications: of(null, { hasLocation: false }),
}

export const MOST_WIDGETS = 24
export const periods = [7, 14, 31] as const
const days = z.union(periods.map(length => z.literal(length)))
export const USUAL_DAYS = 14
export const sizes = [1, 2, 3] as const

/** `key` tells two widgets of one kind apart, and is theirs for as long as they stand. */
const widgetShape = z.strictObject({
  key: z
    .string()
    .max(8)
    .regex(/^[a-z0-9]{1,8}$/, 'key'),
  kind: widgetKind,
  /** Columns of three. */
  size: z.union(sizes.map(size => z.literal(size))),
  /** Null: of all that this person may see. */
  location: id.nullable(),
  /** Gaming days up to the open one; null for what is not of a period. */
  days: days.nullable(),
})
export const widget = widgetShape.refine(
  ({ kind, location, days: length }) =>
    (location === null || widgetRules[kind].hasLocation) && (length !== null) === widgetRules[kind].hasDays,
  { message: 'widget' },
)
export type Widget = z.output<typeof widgetShape>

/** A widget as it is added: of everything, with the usual period. */
export const newWidget = (kind: WidgetKind, key: string, size: Widget['size'] = 1): Widget => ({
  key,
  kind,
  size,
  location: null,
  days: widgetRules[kind].hasDays ? USUAL_DAYS : null,
})

export const dashboardSettings = z.object({
  /** Null: the default of the person's role. */
  widgets: z
    .array(widget)
    .max(MOST_WIDGETS)
    .refine(all => new Set(all.map(({ key }) => key)).size === all.length, { message: 'repeated' })
    .nullable(),
})

export const dashboardInput = z.strictObject({
  ...dashboardSettings.shape,
  standing: sentBack,
  allowed: sentBack,
})

export const dashboardChoice = dashboardSettings.extend({
  /**
   * The present dashboard: the choice, or the role's default. The choice includes widgets that the reader may not see
   * any more.
   */
  standing: z.array(widgetShape.extend({ allowed: z.boolean() })).max(MOST_WIDGETS),
  /** Kinds that this person may see. */
  allowed: z.array(widgetKind).max(widgetKind.options.length),
})
export type DashboardChoice = z.output<typeof dashboardChoice>

const count = z.number().int().min(0)
const day = z.iso.date()
/** Minor units of the row's currency. */
const minor = z.number().int()
/** Basis points; of a bad day hold is below zero. */
const rate = z.number().int().nullable()
/** Of a widget's small table. */
export const MOST_LINES = 6

const slotLine = z.object({ slot: reference, location: reference, since: instant.nullable() })
const lines = <Line extends z.ZodType>(line: Line) => z.array(line).max(MOST_LINES)

const slotsData = z.object({
  kind: z.literal('slots'),
  total: count,
  /** It was connected within the limit, whether or not a message is due. */
  online: count,
  offline: count,
  never: count,
  /** Locations with slots offline, the most first. */
  rows: lines(z.object({ location: reference, total: count, offline: count })),
})
const takingsData = z.object({
  kind: z.enum(['coin_in', 'net_win', 'ggr']),
  from: day,
  /** The open one that is furthest on. */
  to: day,
  /** The earliest that still runs somewhere: locations differ in their zones and in when their day begins. */
  open_from: day,
  currencies: z
    .array(
      z.object({
        currency,
        total: minor,
        /** One a day, oldest first; null where nothing was reported. */
        values: z.array(minor.nullable()).max(31),
      }),
    )
    .max(currency.options.length),
})
export type TakingsData = z.output<typeof takingsData>
const holdData = z.object({
  kind: z.literal('hold'),
  from: day,
  to: day,
  /** Actual and theoretical hold of the same coin-in, of the slots whose theoretical return is known. */
  currencies: z
    .array(z.object({ currency, coin_in: minor, actual: rate, theoretical: rate }))
    .max(currency.options.length),
  /** Farthest from theory in money, the largest difference first. */
  rows: lines(z.object({ slot: reference, currency, actual: rate, theoretical: rate, difference: minor })),
  /** Slots that were played and have no theoretical return. */
  unknown: count,
})
const doorsData = z.object({
  kind: z.literal('doors'),
  count,
  /** Open the longest first. */
  rows: lines(slotLine),
  /** Not confirmed. Null where a location is chosen: alarms are not by location. */
  alarms: z.object({ count, capped: z.boolean() }).nullable(),
})
export const severities = ['alarm', 'warning', 'info'] as const
const eventsData = z.object({
  kind: z.literal('events'),
  counts: z.object({ alarm: count, warning: count, info: count }),
  /** The most frequent, alarms before warnings. */
  rows: lines(z.object({ code: z.string(), severity: z.enum(severities), count })),
  /** The open gaming day, its end not included; null where locations begin theirs at different times. */
  span: z.object({ start: instant, end: instant }).nullable(),
})
const tasksData = z.object({
  kind: z.literal('tasks'),
  count,
  rows: lines(
    z.object({
      _id: id,
      kind: z.string(),
      title: z.string(),
      state: taskState,
      progress: count,
      since: instant,
    }),
  ),
})
const commandsData = z.object({
  kind: z.literal('commands'),
  count,
  /** Ordered the longest ago first. */
  rows: lines(slotLine.extend({ state: z.enum(['locking', 'unlocking']) })),
})
const notificationsData = z.object({
  kind: z.literal('notifications'),
  count,
  capped: z.boolean(),
  rows: lines(notification),
})
export const widgetData = z.discriminatedUnion('kind', [
  slotsData,
  takingsData,
  holdData,
  doorsData,
  eventsData,
  tasksData,
  commandsData,
  notificationsData,
])
export type WidgetData = z.output<typeof widgetData>
export type DataOf<Kind extends WidgetKind> = Extract<WidgetData, { kind: Kind }>

export const dashboard = z.object({
  as_of: instant,
  /** False: the default of the person's role. */
  is_own: z.boolean(),
  widgets: z
    .array(
      z.object({
        key: z.string(),
        kind: widgetKind,
        size: z.union(sizes.map(size => z.literal(size))),
        location: reference.nullable(),
        days: days.nullable(),
        /** Null: its location is not there any more, or not this person's to see. */
        data: widgetData.nullable(),
      }),
    )
    .max(MOST_WIDGETS),
})
export type Dashboard = z.output<typeof dashboard>
export type ShownWidget = Dashboard['widgets'][number]

export const dashboardPaths = {
  read: '/api/dashboard/v1/widgets',
  settings: '/api/dashboard/v1/settings',
}
