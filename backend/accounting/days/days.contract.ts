/**
 * A location's gaming day: open, closed or sealed, what it stands at, how complete that is, and the readings behind it.
 */
import { z } from 'zod'
import { currency, id, instant, reference, sentence, isoDay } from '../../platform/contract/primitives'
import { editBuckets, editDoes } from './edit-buckets.contract'
import { dayFigures } from '../figures/aggregate.contract'
import { archivedDay } from '../archives/archives.contract'
import { manualKinds, repairKinds, repairStates } from './evidence-kinds.contract'
import { beginnings } from './beginnings.contract'

export const dayStates = ['open', 'closed', 'sealed'] as const
export type DayState = (typeof dayStates)[number]

const count = z.number().int()

export const daySums = dayFigures.omit({ machines: true })
export type DaySums = z.output<typeof daySums>

/** Credits or counts, by meter. */
const credits = z.record(z.string(), count)
export const indexReading = z.object({
  server_time: instant,
  message_seq_nr: count,
  smib_id: id,
  /** As it was sent; null where the reading left the meter out. */
  meters: z.record(z.string(), count.nullable()),
})
export type IndexReading = z.output<typeof indexReading>

const span = z.object({ from: instant, to: instant })

export const slotDayRun = z.object({
  /** Null: it goes on from before. */
  began: z.enum(beginnings).nullable(),
  /** Its first reading. */
  at: instant,
  /** By meter; what was played is the one minus the other, and `over`. */
  opening: z.record(z.string(), count.nullable()),
  closing: z.record(z.string(), count.nullable()),
  /** What meters gained by going over their end. */
  over: z.record(z.string(), count),
})
export type SlotDayRun = z.output<typeof slotDayRun>

export const slotDayQuality = z.object({
  hours: z.object({ known: count, expected: count }),
  /** Hours that are over and have no reading, as ranges. */
  missing: z.array(span),
  /** Meter repairs that lie in it, open and decided. */
  held: count,
  decided: count,
  /** Messages that arrived more than five minutes after they were sent. */
  late: count,
  first_at: instant.nullable(),
  last_at: instant.nullable(),
  /**
   * The first movement of the day began before it: when the reading before was, and what the movement is worth; null
   * where meters broke.
   */
  carried: span.extend({ net_win: count.nullable() }).nullable(),
  /**
   * Meters of which closing minus opening is not what was booked: they broke, wrapped, or were booked across a change
   * of place.
   */
  differs: z.array(z.string()),
  /** The repairs of single meters. */
  repairs: z.array(z.object({ at: instant, meters: z.record(z.string(), z.string()) })),
  /** The slot's figures and readings are sums of its games, because it reported them before it reported main meters. */
  summed: z.boolean().optional(),
  /**
   * What its games' sum has of its own meters' first movement: the day opens with the index that follows it. Below 0
   * where the sum lacks something that they had counted.
   */
  overlap: credits.optional(),
  /** Only for a day whose meters do not run from its opening to its closing. */
  runs: z.array(slotDayRun).optional(),
  /** What its cents meters of tickets counted beyond the credits meters at its price: minor units, in its sums. */
  tickets: z.object({ ticket_in: count, ticket_out: count }).optional(),
})
export type SlotDayQuality = z.output<typeof slotDayQuality>

export const slotDay = z.object({
  slot: reference,
  currency,
  denomination_minor: count,
  /** The last good reading before its first of the day, and the last good one of the day. */
  opening: indexReading.nullable(),
  closing: indexReading.nullable(),
  moved: credits,
  sums: daySums,
  quality: slotDayQuality,
})
export type SlotDay = z.output<typeof slotDay>

/** Of a whole day: sums over its slots. */
export const dayQuality = z.object({
  slots: count,
  /** Slots without a reading. */
  silent: count,
  hours: z.object({ known: count, expected: count }),
  held: count,
  decided: count,
  late: count,
  carried: count,
})
export type DayQuality = z.output<typeof dayQuality>

export const dayHead = z.object({
  location: reference,
  day: isoDay,
  from: instant,
  to: instant,
  time_zone: z.string(),
  state: z.enum(dayStates),
  /** Null while it is open. */
  closed: z
    .object({
      at: instant,
      by: z.string().nullable(),
      reason: z.string().nullable(),
      revision: count,
      refreshed_at: instant.nullable(),
      /** The figures of its first closing, by currency; empty for users who see only some of the location's slots. */
      first: z.array(daySums),
    })
    .nullable(),
  /** Its readings are in archives; null: none is. */
  archived: archivedDay.nullable(),
  /**
   * From when on it may be closed by hand, and when it closes by itself; null where only a person closes it any more.
   */
  may_close_at: instant,
  closes_at: instant.nullable(),
  /** The day is from before the location's books: it also closes once something is reported or decided about it. */
  closes_when_told: z.boolean(),
})
export type DayHead = z.output<typeof dayHead>

export const locationDayAnswer = dayHead.extend({
  quality: dayQuality,
  /** One for each currency. */
  totals: z.array(daySums),
  slots: z.array(slotDay),
  as_of: instant,
})
export type LocationDay = z.output<typeof locationDayAnswer>

const bySomebody = { _id: id, at: instant, by: z.string().nullable(), reason: z.string().nullable() }
/** What was in doubt, and what people did about readings; `by` and `reason` are empty where nobody has decided. */
export const intervention = z.discriminatedUnion('of', [
  z.object({
    ...bySomebody,
    of: z.literal('repair'),
    kind: z.enum(repairKinds),
    state: z.enum(repairStates),
    game_nr: count,
  }),
  z.object({ ...bySomebody, of: z.literal('ignored'), message_seq_nr: count }),
  z.object({ ...bySomebody, of: z.literal('entered'), kind: z.enum(manualKinds) }),
  z.object({
    ...bySomebody,
    of: z.literal('edit'),
    bucket: z.enum(editBuckets),
    does: z.enum(editDoes),
    message_seq_nr: count,
  }),
])
export type Intervention = z.output<typeof intervention>

/** The place, day and hour in which a slot's meters of an instant are booked. */
export const evidencePlace = z.object({ location: id, day: isoDay, hour: instant })

export const slotDayAnswer = dayHead.extend({
  slot: reference,
  rows: z.array(slotDay),
  /** Every hour of the day, also those without readings; one for each price it had. */
  hours: z.array(
    z.object({
      from: instant,
      to: instant,
      readings: count,
      denomination_minor: count.nullable(),
      sums: daySums.nullable(),
    }),
  ),
  interventions: z.array(intervention),
  as_of: instant,
})
export type SlotDayAnswer = z.output<typeof slotDayAnswer>

export const hourAnswer = dayHead.extend({
  slot: reference,
  hour: span,
  /** Of which game its readings are; 0 for the whole slot. */
  game_nr: count,
  /**
   * The games that stand for the slot in this hour: what is booked is their sum, and the readings are theirs. Empty
   * where it counts by itself.
   */
  summed_games: z.array(count),
  /**
   * The hour's readings, before them the one that they are compared with, and after them the one that closes the hour
   * of a slot that was moved.
   */
  readings: z.array(
    indexReading.extend({
      /** It lies before the hour: what the first one is compared with. */
      before: z.boolean(),
      /**
       * It was read after the slot had left: what it shows more than the last one here was booked here, at the instant
       * of the move.
       */
      elsewhere: z.boolean(),
      denomination_minor: count,
      currency,
      held: z.enum(['open', 'stray', 'too_late']).nullable(),
      repairs: z.record(z.string(), z.string()),
    }),
  ),
  booked: z.array(
    z.object({
      denomination_minor: count,
      /**
       * What the cents meters of tickets counted beyond whole credits, in minor units: it moved no credits, and has no
       * price.
       */
      by_cents: z.boolean(),
      moved: credits,
      sums: daySums,
    }),
  ),
  interventions: z.array(intervention),
  as_of: instant,
})
export type HourAnswer = z.output<typeof hourAnswer>

export const closeDayInput = z.strictObject({ reason: sentence(3, 500) })
