/**
 * Reports over all slots that one may see, from the daily roll-ups: game statistics, and every meter by slot, location
 * or tenant.
 */
import { z } from 'zod'
import type { PermissionRule } from '../../platform/contract/permissions'
import { reference } from '../../platform/contract/primitives'
import {
  FILE_ROWS,
  reportOfAll,
  reportAnswer,
  reportRow,
  type ReportMeasures,
} from '../../platform/contract/report'
import { dayFigures, slotFigures } from '../figures/aggregate.contract'
import { dayMeasures } from './days-report.contract'

export const networkGroups = ['game', 'slot', 'location', 'tenant'] as const
export type NetworkGroup = (typeof networkGroups)[number]

/**
 * A row by game is of one game; of a slot whose SMIB reports no single games; or of what the slot's own counters have
 * beyond its games, so that the rows of a slot always add up to the slot.
 */
export const rowKinds = ['game', 'slot', 'rest'] as const

/** A return against its band: of few games, and without a theoretical return, there is none. */
export const bandVerdicts = ['within', 'above', 'below', 'few', 'unknown'] as const
export type BandVerdict = (typeof bandVerdicts)[number]

/** Slots times days that one request sums up: about two seconds of the embedded database. */
export const MOST_SLOT_DAYS = 400_000

/**
 * Above so many slots times days contributions to jackpots are not summed: stored by hour, they are 24 times as many
 * rows.
 */
export const MOST_FED_SLOT_DAYS = 40_000

/** A location has no theoretical return, and so no band. */
const banded = ['game', 'slot'] as const
export const networkRequest = reportOfAll(networkGroups, 'game', banded)
export type NetworkRequest = z.output<typeof networkRequest>

const basisPoints = z.number().int().nullable()
/** Null where nobody can say: of one game, of too many days, and for whoever sees not every jackpot. */
const withJackpots = z.object({
  contributed: z.number().int().nullable(),
  rtp_with_jackpot: basisPoints,
})
/** Null where it makes no sense for the group: a location has no theoretical return. */
const ofSlots = z.object({
  slot: reference.nullable(),
  location: z.string().nullable(),
  game_nr: z.number().int().nullable(),
  told: z.enum(rowKinds).nullable(),
  theoretical: basisPoints,
  band_low: basisPoints,
  band_high: basisPoints,
  verdict: z.enum(bandVerdicts).nullable(),
  /** What the return with jackpots is more or less than the theoretical one. */
  jackpot_gap: basisPoints,
})

export const networkAnswer = reportAnswer.extend({
  rows: z
    .array(
      reportRow.extend({
        ...slotFigures.omit({ machines: true }).shape,
        ...ofSlots.shape,
        ...withJackpots.shape,
      }),
    )
    .max(FILE_ROWS),
  totals: z.array(dayFigures.omit({ machines: true }).extend(withJackpots.shape)),
})
export type NetworkAnswer = z.output<typeof networkAnswer>

export const networkMeasures = {
  ...(Object.fromEntries(Object.entries(dayMeasures).filter(([name]) => name !== 'machines')) as Omit<
    typeof dayMeasures,
    'machines'
  >),
  location: 'name',
  game_nr: 'count',
  told: 'word',
  theoretical: 'percent',
  band_low: 'percent',
  band_high: 'percent',
  verdict: 'word',
  contributed: 'money',
  rtp_with_jackpot: 'percent',
  jackpot_gap: 'percent',
} as const satisfies ReportMeasures

const networkReport = (name: string, permission: PermissionRule) => ({
  path: `/api/aggregate/v1/${name}/report`,
  permission,
  measures: networkMeasures,
})
/** Specification section 6: rights of `/reports/slot-games` and of extended meters. */
export const slotGamesContract = {
  ...networkReport('slot-games', { any: ['slot::get', 'slot::update', 'slot::archive'] }),
  groups: ['game', 'slot', 'location'] as const,
  outside: banded,
}
export const extendedMetersContract = {
  ...networkReport('extended-meters', 'slot::get'),
  groups: ['slot', 'location', 'tenant', 'game'] as const,
}
