/** Crossings in doubt, and what people decide of them. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, money, reference, recordRow } from '../../platform/contract/primitives'
import { archivedSpan } from '../../platform/contract/archived-span'
import { assignAction, assignedRow } from '../../workflow/news/assignment.contract'
import { repairKinds, repairStates } from '../days/evidence-kinds.contract'
import { meterColumns, type MeterColumn } from '../../telemetry/streams/counter-streams.contract'

export const repairChoices = ['ignore', 'insert', 'break', 'confirm'] as const
export type RepairChoice = (typeof repairChoices)[number]

/** Meters that only rise: a level cannot be in doubt. */
export type RepairMeter = Exclude<MeterColumn, 'current_credits'>
export const repairMeters = (Object.keys(meterColumns) as MeterColumn[]).filter(
  (name): name is RepairMeter => name !== 'current_credits',
)
export const movementMeter = z.enum(repairMeters as [RepairMeter, ...RepairMeter[]])

export const repairsContract = defineContract({
  family: 'repairs',
  one: 'repair',
  many: 'repairs',
  row: z.object({
    ...recordRow,
    state: z.enum(repairStates),
    kind: z.enum(repairKinds),
    tenant: reference,
    location: reference,
    slot: reference,
    game_nr: z.number().int(),
    /** When its first reading was read, and the last good one before it. */
    crossing: instant,
    last_at: instant.nullable(),
    /** The newest reading that belongs to it. */
    until: instant,
    /** The meter that `value_before` and `value_after` are of; the others are in its evidence. */
    meter: movementMeter.nullable(),
    value_before: z.number().int().nullable(),
    value_after: z.number().int().nullable(),
    /** What the proposed decision would book of that meter; null for one that counts things. */
    proposed: money.nullable(),
    /** A second person has not answered yet. */
    waiting: z.boolean(),
    ...assignedRow,
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    slot: id,
    state: z.enum(repairStates),
    kind: z.enum(repairKinds),
    assignee: z.string().max(100),
  }),
  sort: ['crossing', 'slot', 'location', 'state', 'kind'],
  order: { by: 'crossing', direction: 'DESC' },
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: { assign: assignAction('/api/repairs/v1/repair-assign') },
})

/** Meters have ten digits at most. */
export const HIGHEST_METER = 9_999_999_999
const meterValue = z.number().int().min(0).max(HIGHEST_METER)
export const meterValues = z.partialRecord(movementMeter, meterValue)

export const repairDecision = z.strictObject({
  choice: z.enum(repairChoices),
  /** Of `insert`: when, between the last good reading and the newest in doubt, and what the meters showed. */
  at: instant.optional(),
  values: meterValues.optional(),
  /** Of `break`: where each doubtful meter stood before and began after; left out, as proposed. */
  before: meterValues.optional(),
  after: meterValues.optional(),
  reason,
})
export type RepairDecision = z.output<typeof repairDecision>
/** Without a decision: what taking back the one that holds would move. */
export const repairPreview = z.strictObject({ decision: repairDecision.omit({ reason: true }).nullable() })
export const repairAnswer = z.strictObject({ answer: z.enum(['approve', 'refuse']), reason })
export const repairReopening = z.strictObject({ reason })

/** Hours and days that are listed; the totals hold all. */
export const EFFECT_ROWS = 100
const moved = z.object({ meters: z.partialRecord(movementMeter, z.number().int()), net_win: money })
/** `elsewhere`: in another location than that of the decision, where the slot stood then. */
const movedThen = moved.extend({ elsewhere: z.literal(true).optional() })
export const repairEffect = z.object({
  hours: z.array(movedThen.extend({ hour: instant })).max(EFFECT_ROWS),
  days: z.array(movedThen.extend({ day: z.string() })).max(EFFECT_ROWS),
  more: z.boolean(),
  total: moved,
  /** Of the meter that moves most: what a limit for a second person is compared with. */
  largest: money,
  /** What becomes of the crossing. */
  state: z.enum([...repairStates, 'gone']),
})
export type RepairEffect = z.output<typeof repairEffect>

const entry = z.object({
  _id: id,
  action: z.enum(['decide', 'propose', 'approve', 'refuse', 'withdraw', 'reopen', 'outdated']),
  choice: z.enum(repairChoices).nullable(),
  reason: z.string(),
  by: z.string(),
  at: instant,
  moved: money.nullable(),
})

export const AROUND = 8
export const WITHIN = 40
export const repairEvidence = z.object({
  meters: z.partialRecord(movementMeter, z.object({ before: z.number().int(), after: z.number().int() })),
  /** The break that is proposed, and the choices that fit the crossing, the likeliest first. */
  proposal: z.partialRecord(movementMeter, z.object({ before: z.number().int(), after: z.number().int() })),
  choices: z.array(z.enum(repairChoices)).max(repairChoices.length),
  /** What each choice that needs no typed values would move by now; empty once it is decided. */
  books: z
    .array(
      z.object({
        choice: z.enum(repairChoices),
        /** Null: so many readings follow that only the preview of this choice judges them all. */
        total: moved.nullable(),
        /** It would leave the readings in doubt, and is refused. */
        still_open: z.boolean(),
      }),
    )
    .max(repairChoices.length),
  /**
   * What the proposal that waits would move by now; null: none waits, or so many readings follow that only approving
   * judges them all.
   */
  would: repairEffect.nullable(),
  time_zone: z.string(),
  readings: z
    .array(
      z.object({
        at: instant,
        part: z.enum(['before', 'within', 'after']),
        held: z.enum(['open', 'stray']).nullable(),
        values: z.partialRecord(movementMeter, z.number().int()),
      }),
    )
    .max(WITHIN + 2 * AROUND),
  /** Which of the readings around it are in archives; null: none. */
  archived: archivedSpan.nullable(),
  /** Why nothing can be decided of it: its day's report is sealed, or the accountant has locked the period. */
  stays: z.enum(['day_sealed', 'period_locked']).nullable(),
  decisions: z.array(entry).max(100),
  waiting: entry.nullable(),
  /** Whether the one who asks may answer what waits: nobody approves their own. */
  may_approve: z.boolean(),
  /** From this amount on a second person approves; null: one is enough. */
  second_person_from: money.nullable(),
})
export type RepairEvidence = z.output<typeof repairEvidence>
export type RepairEntry = z.output<typeof entry>
