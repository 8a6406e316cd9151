/** Jackpots: of a location or of all a tenant's; each has levels, sources that feed them, and wins. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import {
  currency,
  id,
  instant,
  line,
  money,
  optionalLines,
  reference,
} from '../../platform/contract/primitives'

const count = z.number().int()
const optionalId = z
  .union([z.literal('').transform(() => null), id])
  .nullish()
  .transform(value => value ?? null)
const times = { archived_at: instant.nullable(), created_at: instant, updated_at: instant }
const family = 'jackpot-manager'

/** `mystery`: won where its value passes a point that was drawn before. `progressive`: the game of a slot decides. */
export const jackpotKind = z.enum(['progressive', 'mystery'])

export const jackpotsContract = defineContract({
  family,
  one: 'jackpot',
  many: 'jackpots',
  row: z.object({
    _id: id,
    version: count,
    name: z.string(),
    tenant: reference,
    location: reference.nullable(),
    kind: jackpotKind,
    currency,
    note: z.string().nullable(),
    /** Its levels and what each is worth now, in the order of their positions. */
    levels: z.array(reference.extend({ value: money })).optional(),
    ...times,
  }),
  input: z.object({
    name: line(3, 60),
    tenant: optionalId,
    location: optionalId,
    kind: jackpotKind.default('mystery'),
    currency: currency.default('RON'),
    note: optionalLines(300),
  }),
  filters: z.object({ tenant: id, location: id, kind: jackpotKind }),
  sort: ['name', 'kind', 'created_at', 'updated_at'],
  permissions: {
    list: 'jackpot::list',
    read: 'jackpot::list',
    create: 'jackpot::create',
    update: 'jackpot::update',
    delete: 'jackpot::delete',
  },
  usedBy: [
    { list: `${family}/jackpot-levels`, filter: 'jackpot' },
    { list: `${family}/jackpot-sources`, filter: 'jackpot' },
    { list: `${family}/jackpot-wins`, filter: 'jackpot' },
  ],
  actions: {},
})

export const levelState = z.enum(['running', 'hit'])
/** At most 10 % of coin-in. */
const MOST_BP = 1_000
const increment = count.min(0).max(MOST_BP)
const amount = money.refine(({ minor }) => minor >= 0 && minor <= 100_000_000_000, 'invalid')
const optionalAmount = amount.nullish().transform(value => value ?? null)

export const jackpotLevelsContract = defineContract({
  family,
  one: 'jackpot-level',
  many: 'jackpot-levels',
  row: z.object({
    _id: id,
    version: count,
    name: z.string(),
    jackpot: reference,
    tenant: reference,
    location: reference.nullable(),
    kind: jackpotKind,
    state: levelState,
    position: count,
    /** A progressive level's number at the machines (SAS: 1 is the top one); null: they need not report it. */
    machine_level: count.nullable(),
    /** Never above the limit, nor above what was won while that is not reset; what is beyond stands in `overflow`. */
    value: money,
    overflow: money,
    /** The hidden reserve: the next run begins with it. */
    hidden_pool: money,
    seed: money,
    limit: money.nullable(),
    hit_from: money.nullable(),
    hit_to: money.nullable(),
    visible: count,
    hidden: count,
    terms_from: instant,
    hits: count,
    last_hit_at: instant.nullable(),
    point_hash: z.string().nullable(),
    ...times,
  }),
  input: z.object({
    jackpot: id,
    name: line(2, 40),
    position: count.min(1).max(10),
    machine_level: count
      .min(1)
      .max(32)
      .nullish()
      .transform(value => value ?? null),
    seed: amount,
    limit: optionalAmount,
    hit_from: optionalAmount,
    hit_to: optionalAmount,
    visible: increment,
    hidden: increment.default(0),
  }),
  reasoned: ['seed', 'limit', 'hit_from', 'hit_to', 'visible', 'hidden'],
  filters: z.object({ tenant: id, jackpot: id, location: id, kind: jackpotKind, state: levelState }),
  sort: ['name', 'position', 'hits', 'last_hit_at', 'created_at', 'updated_at'],
  permissions: {
    list: 'jackpot::list',
    read: 'jackpot::list',
    create: 'jackpot::create',
    update: 'jackpot::update',
    delete: 'jackpot::delete',
  },
  usedBy: [{ list: `${family}/jackpot-wins`, filter: 'level' }],
  actions: {
    reset: { permission: 'jackpot::reset', path: `/api/${family}/v1/reset`, input: z.object({ reason }) },
    regenerate: {
      permission: 'jackpot::regen',
      path: `/api/${family}/v1/regen`,
      input: z.object({ reason }),
    },
  },
})

export const jackpotSourcesContract = defineContract({
  family,
  one: 'jackpot-source',
  many: 'jackpot-sources',
  row: z.object({
    _id: id,
    version: count,
    name: z.string(),
    jackpot: reference,
    tenant: reference,
    location: reference.nullable(),
    slot: reference.nullable(),
    /** Whole hours: readings of a time before and after do not count. */
    from: instant,
    to: instant.nullable(),
    ...times,
  }),
  input: z.object({ jackpot: id, name: line(3, 60), location: optionalId, slot: optionalId }),
  filters: z.object({ tenant: id, jackpot: id, location: id, slot: id }),
  sort: ['name', 'from', 'created_at', 'updated_at'],
  permissions: {
    list: 'jackpot_source::list',
    read: 'jackpot_source::list',
    create: 'jackpot_source::update',
  },
  actions: {
    end: {
      permission: 'jackpot_source::update',
      path: `/api/${family}/v1/jackpot-source-end`,
      input: z.object({ reason }),
    },
  },
})

/**
 * hit_pending: its machine is known, its amount is not, and the level is held. withdrawn: somebody has found that there
 * was none.
 */
export const winState = z.enum([
  'hit_pending',
  'celebrating',
  'payment_pending',
  'paid',
  'reset',
  'withdrawn',
])
export type WinState = z.infer<typeof winState>
/**
 * hand: a person confirmed it. The slot itself has reported the others: a handpay that was reset, its own payment, or
 * its answer to an AFT order.
 */
export const paymentMethod = z.enum(['hand', 'handpay', 'machine', 'aft'])
export type PaymentMethod = z.infer<typeof paymentMethod>
/**
 * not_told: no SMIB has fetched the order, so that nothing was paid. unknown: it was fetched, and nobody knows what
 * became of it.
 */
export const aftState = z.enum(['ordered', 'done', 'refused', 'not_told', 'unknown'])
export type AftState = z.infer<typeof aftState>
export const readsWins = { all: ['jackpot::list', 'jackpot_win::list'] } as const

export const jackpotWinsContract = defineContract({
  family,
  one: 'jackpot-win',
  many: 'jackpot-wins',
  row: z.object({
    _id: id,
    version: count,
    number: z.string(),
    jackpot: reference,
    level: reference,
    tenant: reference,
    location: reference,
    slot: reference,
    timestamp: instant,
    amount: money,
    state: winState,
    slot_state: z.enum(['online', 'offline']),
    run: count,
    /** The drawn point with its nonce, disclosed, and the commitment that was published before. */
    point: money.nullable(),
    point_nonce: z.string().nullable(),
    point_hash: z.string().nullable(),
    /** The level's value before and after the contribution that passed the point. */
    value_before: money,
    value_after: money,
    /**
     * What the level was fed when it was won, in the order in which it counts, and what it came to with each. What
     * follows the winner's is the next run's. Of one win.
     */
    contributions: z
      .array(
        z.object({
          slot: reference,
          amount: money,
          at: instant,
          level_after: money,
          counts: z.enum(['before', 'wins', 'next_run']),
        }),
      )
      .optional(),
    stopped_at: instant.nullable(),
    paid_at: instant.nullable(),
    paid_by: z.string().nullable(),
    payment_method: paymentMethod.nullable(),
    /** State of the last order to pay it to the slot's credit meter, and the slot's answer. */
    aft_state: aftState.nullable(),
    aft_code: z.string().nullable(),
    aft_transaction_id: z.string().nullable(),
    /** It was paid twice: by hand, and by the slot. */
    paid_twice: z.boolean(),
    payment_reason: z.string().nullable(),
    reset_at: instant.nullable(),
    ...times,
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    jackpot: id,
    level: id,
    location: id,
    slot: id,
    state: winState,
    /** Whichever of these the id is of. */
    resourceId: id,
    type: z.enum(['tenant', 'location', 'slot', 'jackpot', 'level']),
  }),
  aliases: { resourceId: 'resourceId' },
  sort: ['timestamp', 'amount', 'state', 'number'],
  order: { by: 'timestamp', direction: 'DESC' },
  permissions: { list: readsWins, read: readsWins },
  actions: {
    stop: {
      permission: 'jackpot::cancel_win_display',
      path: `/api/${family}/v1/cancel-win-display`,
      input: z.object({ reason }),
    },
    pay: {
      permission: 'jackpot::pay',
      path: `/api/${family}/v1/jackpot-win-pay`,
      input: z.object({ reason }),
    },
    pay_aft: {
      permission: 'jackpot::pay_aft',
      path: `/api/${family}/v1/jackpot-win-pay-aft`,
      input: z.object({ reason }),
    },
    confirm: {
      permission: 'jackpot_win::decide',
      path: `/api/${family}/v1/jackpot-win-confirm`,
      input: z.object({ amount: optionalAmount, reason }),
    },
  },
})
