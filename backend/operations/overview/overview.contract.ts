/** Boards: small answers side by side, each a number that leads to a list which shows exactly that many. */
import { z } from 'zod'
import { dayFigures, dayRow } from '../../accounting/figures/aggregate.contract'
import { calendarDay } from '../../accounting/days/calendar.contract'
import { lockState } from '../../estate/orders/control.contract'
import { notification } from '../../workflow/news/notifications.contract'
import { presence } from '../../platform/contract/presence'
import { currency, id, instant, money, reference } from '../../platform/contract/primitives'

const count = z.number().int().min(0)
const day = z.iso.date()

/**
 * States of a lock as an overview counts them. locked: the slot stands locked. under_way: ordered, and not confirmed
 * by the slot.
 */
export const lockedStates = ['locked', 'unlocking', 'unlock_refused'] as const
export const underWayStates = ['locking', 'unlocking'] as const

const counts = z.object({
  total: count,
  offline: count,
  locked: count,
  doors: count,
  under_way: count,
})
export type Counts = z.output<typeof counts>

/** How many, and since when the one that has been so longest. */
const countSince = z.object({ count, since: instant.nullable() })

/**
 * Amounts in minor units. `usual`: the mean of the same weekday in the four weeks before, over the days that had any.
 */
const takings = z.object({ currency, today: z.number().int(), usual: z.number().int().nullable() })

const won = z.number().int()
/** A day where two rules meet may have 47 hours, and a part of one at each end. */
const MOST_HOURS = 48
/**
 * Net win by the hour of a gaming day, minor units. `today`: its finished hours, null where nothing was reported.
 * `usual`: every hour of such a day (ruling 46), null where too few days are known.
 */
const hourTakings = z.object({
  currency,
  today: z.array(won.nullable()).max(MOST_HOURS),
  usual: z.array(won).max(MOST_HOURS).nullable(),
})
export type HourTakings = z.output<typeof hourTakings>

/** Of all locations of a reader, in minor units. `yesterday`: null where no slot reported then. */
const networkTakings = z.object({
  currency,
  today: won,
  yesterday: won.nullable(),
  /**
   * Today's finished hours and the same hours of a usual day (ruling 46), of those of all locations for which both are
   * whole. Null where there is none, or where there are more locations than are compared.
   */
  by_now: z.object({ won, usual: won, locations: count, of: count }).nullable(),
})
export type NetworkTakings = z.output<typeof networkTakings>

export const overviewLocation = counts.extend({
  location: reference,
  tenant: reference,
  /** Never connected so far: neither connected nor offline. */
  never: count,
  /** Null for who may not see slots' figures. */
  takings: z.array(takings).max(2).nullable(),
  hours: z.array(hourTakings).max(2).nullable(),
})
export type OverviewLocation = z.output<typeof overviewLocation>

/** Counts problems of a set of slots. */
const troubles = z.object({
  total: count,
  offline: countSince,
  locked: countSince,
  doors: countSince,
  under_way: countSince,
})
export type Troubles = z.output<typeof troubles>

/** Those with trouble first, the worst of them before the others. */
const locationsByTrouble = z.object({ rows: z.array(overviewLocation).max(12), total: count })
export type LocationsByTrouble = z.output<typeof locationsByTrouble>

/** Of an installation that is not set up yet. */
export const firstStep = z.object({
  name: z.enum(['tenant', 'location', 'slots', 'smibs', 'token', 'reading', 'users']),
  done: z.boolean(),
})
export type FirstStep = z.output<typeof firstStep>

export const shiftOverview = z.object({
  as_of: instant,
  /** Null: not for this person to see. So with each part. */
  slots: troubles.nullable(),
  alarms: z.object({ count, capped: z.boolean(), rows: z.array(notification).max(5) }).nullable(),
  tasks: z.object({ count }).nullable(),
  /** Crossings of meters that nobody has decided yet. */
  repairs: countSince.nullable(),
  locations: locationsByTrouble.nullable(),
  /** One entry a currency. */
  takings: z.array(networkTakings).max(2).nullable(),
  /** Requests of others that this person may answer. */
  approvals: countSince.nullable(),
  /** Slots that wait for an attendant's payment. */
  handpays: countSince.nullable(),
  /** Shifts that were handed over and that nobody has taken over yet. */
  handovers: countSince.nullable(),
  /** What is open and assigned to this person. */
  mine: countSince.nullable(),
  /** Findings of the fraud detector that nobody has cleared. */
  anomalies: countSince.nullable(),
  /** Null once all is done, and for whoever may not set up an installation. */
  first_steps: z.array(firstStep).nullable(),
})
export type ShiftOverview = z.output<typeof shiftOverview>

/** More positions than this are not a map any more. */
export const MOST_POSITIONS = 400

export const mapSlot = z.object({
  _id: id,
  serial: z.string(),
  position: z.string().nullable(),
  state: presence,
  lock_state: lockState,
  door_open_at: instant.nullable(),
  lock_ordered_at: instant.nullable(),
  last_seen_at: instant.nullable(),
  credits: z.number().int().nullable(),
  denomination: money,
})
export type MapSlot = z.output<typeof mapSlot>

export const locationOverview = z.object({
  as_of: instant,
  counts,
  online: count,
  since: z.object({ offline: instant.nullable(), locked: instant.nullable(), doors: instant.nullable() }),
  alarms: z.object({ count, capped: z.boolean() }),
  takings: z.array(takings).max(2).nullable(),
  slots: z.array(mapSlot).max(MOST_POSITIONS),
  /**
   * The last gaming days, oldest first, as the meter calendar has them; `known` is null for a day without slots.
   * Null for who may not see slots' figures.
   */
  completeness: z
    .array(z.object({ day, known: calendarDay.nullable() }))
    .max(31)
    .nullable(),
})
export type LocationOverview = z.output<typeof locationOverview>

export const tenantOverview = z.object({
  as_of: instant,
  slots: troubles,
  /** Takings of all its locations, each by its own gaming day. Null for readers who may not see slots' figures. */
  takings: z.array(takings).max(2).nullable(),
  locations: locationsByTrouble,
})
export type TenantOverview = z.output<typeof tenantOverview>

export const groupType = z.enum(['slot', 'location', 'tenant'])
export type GroupType = z.output<typeof groupType>
/** An address with more ids than this is longer than servers take. */
export const MOST_LINKED = 60

export const groupOverview = z.object({
  as_of: instant,
  /**
   * Which filter of the list of slots, with which values, finds those that were counted. None: there are too many for
   * an address.
   */
  filter: z.enum(['group', 'location', 'tenant']),
  by: z.array(id).max(MOST_LINKED),
  /** Null: the group holds more than are counted. */
  slots: troubles.nullable(),
})
export type GroupOverview = z.output<typeof groupOverview>

/** More messages of a day than this are not counted. */
export const MOST_MESSAGES = 10_000

export const smibOverview = z.object({
  as_of: instant,
  /** In the last 24 hours. */
  messages: z.object({ count, capped: z.boolean() }),
  /** Numbers of the last seven days that no message had: so many messages did not arrive. */
  missing: z.object({ count, gaps: count, newest: instant.nullable() }),
  /** How often its numbering began anew in the last seven days. */
  restarts: z.object({ count, newest: instant.nullable() }),
  /** Ordered, and not answered: the oldest of them since when. */
  waiting: countSince,
})
export type SmibOverview = z.output<typeof smibOverview>

export const timelineKind = z.enum([
  'event',
  'command',
  'change',
  'connection',
  'money',
  'comment',
  'work',
  'alarm',
])
export type TimelineKind = z.infer<typeof timelineKind>

/** A timeline shows this many entries at once, newest first. */
export const MOST_ENTRIES = 40

export const timelineEntry = z.object({
  id: z.string(),
  kind: timelineKind,
  at: instant,
  /** An event's code, a command's kind, what a change did, what a comment is on, what became of an order or an alarm. */
  code: z.string(),
  severity: z.enum(['info', 'warning', 'alarm']).nullable(),
  /** The result of a command. */
  state: z.string().nullable(),
  /** Why a person did it, in their words; a comment, its beginning; an order's task; an alarm's rule. */
  reason: z.string().nullable(),
  by: z.string().nullable(),
  /** The fields that a change altered. */
  fields: z.array(z.string()).max(64),
})
export type TimelineEntry = z.output<typeof timelineEntry>

export const timelineSpan = z.enum(['1', '7', '31'])
export type TimelineSpan = z.infer<typeof timelineSpan>

export const slotOverview = z.object({
  as_of: instant,
  /** Sums of gaming days; null for who may not see slots' figures. */
  figures: z
    .object({
      today: dayRow.nullable(),
      /** By currency, as the list of slots shows it; null where nothing was reported today. */
      net_win_today: z.array(money).nullable(),
      week: dayFigures.omit({ machines: true }).nullable(),
      month: dayFigures.omit({ machines: true }).nullable(),
      /** Net win of the last seven gaming days, oldest first; null where nothing was reported. */
      net_win: z.array(z.number().int().nullable()).max(7),
      /** Of the coin in of a whole day of this weekday. */
      usual_coin_in: z.number().int().nullable(),
    })
    .nullable(),
  timeline: z.object({
    from: instant,
    to: instant,
    entries: z.array(timelineEntry).max(MOST_ENTRIES),
    /** In the period, of every kind that this person may see. */
    counts: z.partialRecord(timelineKind, count),
  }),
})
export type SlotOverview = z.output<typeof slotOverview>

export const overviewPaths = {
  shift: '/api/board/v1/shift',
  tenant: '/api/board/v1/tenant',
  location: '/api/board/v1/location',
  smib: '/api/board/v1/smib',
  slot: '/api/board/v1/slot',
  group: '/api/board/v1/group',
}
