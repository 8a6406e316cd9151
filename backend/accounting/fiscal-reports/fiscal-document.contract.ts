/** What a fiscal report says, as it is stored: nothing of it is looked up again when it is shown. */
import { z } from 'zod'
import { currency, instant, reference } from '../../platform/contract/primitives'
import { countMeters, movementNames } from '../../telemetry/readings/meters.contract'
import { beginnings } from '../days/beginnings.contract'
import { formLayout, formLogo } from './form-layout.contract'
import { jackpotFigures } from '../../money/jackpots/day-figures.contract'
import { doorFigures } from '../../players/player-exclusion/door-day.contract'

const int = z.number().int()
const count = int.min(0)

/** Meter values in credits; null: the reading leaves the meter out. */
export const formIndexes = z.object({ in: int.nullable(), premium: int.nullable(), out: int.nullable() })
export type FormIndexes = z.output<typeof formIndexes>

/**
 * Why a row does not begin where its slot's row before it ended. `gap`: the indexes do not go on, and nothing else is
 * known.
 */
export const formBeginnings = [...beginnings, 'gap'] as const

/** What a day is measured by: the slot's own days, those of its location's slots, or a convention. */
export const measuredBy = z.enum(['slot', 'location', 'convention'])
/** Meters of money that no column of a form counts: cash, tickets and transfers are reconciled by them. */
export const cashMeters = movementNames.filter(
  name => !countMeters.has(name) && !['coin_in', 'coin_out', 'jackpot'].includes(name),
)
/**
 * Minor units: what a slot's day turns over (columns 11 to 13), or what one of its cash meters counts, and the
 * second-largest day that it is far beyond, or, by convention, the most that a slot is believed. Reports from before
 * 30 November 2026 do not say what they measured by, and ask about no cash.
 */
export const beyond = z.object({
  turnover: count,
  usual: count,
  by: measuredBy.optional(),
  meter: z.enum(cashMeters).optional(),
})
export type Beyond = z.output<typeof beyond>

export const formRow = z.object({
  slot: reference,
  /** Minor units of one credit: column 15. */
  price: count,
  opening: formIndexes.nullable(),
  closing: formIndexes.nullable(),
  /** Credits booked: columns 11 to 13. */
  moved: z.object({ in: int, premium: int, out: int }),
  balance: int,
  /** Minor units: columns 16, 17 and 18. */
  collected: int,
  paid: int,
  takings: int,
  /** Minor units: what closing minus opening comes to beyond what was booked. */
  difference: int,
  breaks: z.boolean(),
  /**
   * Its meters began anew, by their first reading at that time; absent where they go on. `day`: of a month's, on which
   * the row begins; months from before 30 November 2026 do not say it.
   */
  began: z
    .object({ why: z.enum(formBeginnings), at: instant.nullable(), day: z.string().optional() })
    .optional(),
  /** Credits of `moved` that meters gained by going over their end; absent where none did. */
  over: z.object({ in: int, premium: int, out: int }).optional(),
  /** It has no indexes: it corrects sealed days by what is no run of a meter. */
  correction: z.boolean().optional(),
  /** Indexes and movement are sums of the slot's games; of a month: on some of its days. */
  summed: z.boolean().optional(),
  missing_hours: count,
  held: count,
  decided: count,
  /** Its slot turns over far more than it does, or its cash: absent of all others, and of months. */
  beyond: beyond.optional(),
  /**
   * Its games' turnover in minor units, where the slot's own counters, which are the ones booked, counted none of it:
   * absent of all others, and of months.
   */
  games_alone: count.optional(),
  /** Of `moved`, what was played on days that were sealed before it was known: by day, oldest first. */
  earlier: z.array(z.object({ day: z.string(), in: int, premium: int, out: int })).default([]),
})
export type FormRow = z.output<typeof formRow>

/** Of one day: a slot that had two prices has a row for each, and both say what readings the slot lacks. */
export const oncePerSlot = <Row extends Pick<FormRow, 'slot'>>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map(row => [row.slot._id, row])).values(),
]

/** Minor units. */
export const formTotals = z.object({ collected: int, paid: int, takings: int, difference: int })
export type FormTotals = z.output<typeof formTotals>

const text = z.string().nullable()

/** Somebody sealed the row although it lacked this, and said why (ruling 47). */
export const accepted = z.object({
  slot: reference,
  /** Of a month's; absent from a day's, and from months that were sealed before it was stored. */
  day: z.string().optional(),
  missing_hours: count,
  held: count,
  beyond: beyond.optional(),
  games_alone: count.optional(),
  reason: z.string(),
})
export type Accepted = z.output<typeof accepted>

export const fiscalDocument = z.object({
  kind: z.enum(['day', 'month']),
  /** `2026-11-21`, `2026-11`. */
  period: z.string(),
  revision: count,
  organiser: z.object({
    name: z.string(),
    fiscal_code: text,
    trade_register_no: text,
    share_capital: text.default(null),
    address: text,
    licence_no: text,
  }),
  location: reference.extend({ code: z.string(), address: text, licence_no: text, work_point_no: text }),
  from: instant,
  to: instant,
  time_zone: z.string(),
  currency,
  /** Whose indexes they are. */
  indexes: z.literal('electronic'),
  rows: z.array(formRow),
  totals: formTotals,
  made_at: instant,
  /** Of a month: its days, each with the revision it is made of; null where the day has none yet. */
  days: z.array(
    z.object({
      day: z.string(),
      id: z.string().nullable(),
      revision: count.nullable(),
      /** It may be without slots in this currency, and closed all the same. */
      closed: z.boolean(),
      /** SHA-256 of its seal. */
      hash: z.string().nullable().default(null),
    }),
  ),
  accepted: z.array(accepted).default([]),
  /** Absent from reports that were made before jackpots were part of them. */
  jackpots: jackpotFigures.optional(),
  /** Absent from reports that were made before the door was part of them, or after its answers were removed. */
  door: doorFigures.optional(),
  /** The tenant's own; absent where its currency's is used. */
  layout: formLayout.optional(),
  /** The tenant's. */
  logo: formLogo.optional(),
})
export type FiscalDocument = z.output<typeof fiscalDocument>

/** For whoever signs it: the same with integers as strings, since JSON's numbers are not exact everywhere. */
export const signedForm = (document: FiscalDocument): unknown =>
  JSON.parse(
    JSON.stringify(document, (_, value: unknown) => (Number.isSafeInteger(value) ? String(value) : value)),
  )
