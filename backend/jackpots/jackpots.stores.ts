import { sql } from 'kysely'
import type { Money } from '../contract/primitives'
import { Problem } from '../contract/problem'
import {
  derived,
  moneyIn,
  optionalMoneyIn,
  plain,
  readOnly,
  readOnlyRefTo,
  refTo,
  type Stored,
} from '../db/columns'
import type { Db } from '../db/database'
import { defineStore, type WriteContext } from '../db/store'
import type { Scope } from '../http/actor'
import { drawPoint } from './draw'
import {
  jackpotLevelsContract,
  jackpotsContract,
  jackpotSourcesContract,
  jackpotWinsContract,
} from './jackpots.contract'
import { PARTS, valueOf, type LevelSums } from './level-value'
import { nextHour, setTerms } from './terms.service'
import type { WinEvidence } from './wins.service'

const refuse = (field: string, code: string) =>
  new Problem(422, 'invalid', { fields: { [field]: [{ code }] } })

export const jackpotsStore = defineStore(jackpotsContract, {
  table: 'jackpots',
  columns: {
    name: plain('name'),
    tenant: refTo('tenant_id', 'tenants', 'name'),
    location: refTo('location_id', 'locations', 'name'),
    kind: plain('kind'),
    currency: plain('currency'),
    note: plain('note'),
  },
  search: ({ name, note }) => [name as string, note as string | null],
  prepare: async ({ db, scope, before, input, id }) => {
    const tenant = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId)
    if (tenant === null) throw refuse('tenant', 'required')
    // What was contributed was so in this currency, and for this place.
    if (before) {
      for (const field of ['kind', 'currency'] as const)
        if (input[field] !== before[field]) throw refuse(field, 'fixed')
      if (input.location !== before.location_id) throw refuse('location', 'fixed')
      if (input.tenant !== null && input.tenant !== tenant) throw refuse('tenant', 'fixed')
    } else if (input.location) await demandLocation(db, tenant, input.location)
    const twin = await db
      .selectFrom('jackpots')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('name', '=', input.name)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (twin) throw refuse('name', 'taken')
    return { tenant_id: tenant }
  },
})

async function demandLocation(db: Db, tenantId: string, id: string): Promise<void> {
  const found = await db
    .selectFrom('locations')
    .select('id')
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!found) throw refuse('location', 'unknown')
}

async function jackpotOf(db: Db, { tenantId }: Scope, id: string) {
  const found = await db
    .selectFrom('jackpots')
    .selectAll()
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!found) throw refuse('jackpot', 'unknown')
  return found
}

const sumsOf = (row: Stored): LevelSums => ({
  start_minor: Number(row.start_minor),
  taken: Number(row.taken),
  hidden_taken: Number(row.hidden_taken),
  visible: Number(row.visible_sum ?? 0),
  hidden: Number(row.hidden_sum ?? 0),
})
/** A level that is won stands at what was won: what is played meanwhile is the next run's. */
const capOf = (row: Stored): number | null => {
  const cap = row.state === 'hit' ? row.point_minor : row.limit_minor
  return cap === null ? null : Number(cap)
}
const shown = (what: 'value' | 'overflow' | 'hiddenPool') =>
  derived(row => ({ minor: valueOf(sumsOf(row), capOf(row))[what], currency: row.currency }))

export const jackpotLevelsStore = defineStore(jackpotLevelsContract, {
  table: 'jackpot_levels',
  columns: {
    name: plain('name'),
    jackpot: refTo('jackpot_id', 'jackpots', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    kind: readOnly('kind'),
    state: readOnly('state'),
    position: plain('position'),
    value: shown('value'),
    overflow: shown('overflow'),
    hidden_pool: shown('hiddenPool'),
    seed: moneyIn('seed_minor', 'currency'),
    limit: optionalMoneyIn('limit_minor', 'currency'),
    hit_from: optionalMoneyIn('hit_from_minor', 'currency'),
    hit_to: optionalMoneyIn('hit_to_minor', 'currency'),
    visible: plain('visible_bp'),
    hidden: plain('hidden_bp'),
    terms_from: readOnly('terms_from'),
    hits: readOnly('hits'),
    last_hit_at: readOnly('last_hit_at'),
    point_hash: readOnly('point_hash'),
  },
  reads: () =>
    sql`(select sum(s.visible) from jackpot_shares s where s.level_id = t.id) as visible_sum,
      (select sum(s.hidden) from jackpot_shares s where s.level_id = t.id) as hidden_sum`,
  search: ({ name }) => [name as string],
  prepare: prepareLevel,
  link: async ({ db, id, before, input, now }) => {
    const isSame = before && before.visible_bp === input.visible && before.hidden_bp === input.hidden
    if (isSame) return
    const { tenant_id } = await db
      .selectFrom('jackpots')
      .select('tenant_id')
      .where('id', '=', input.jackpot)
      .executeTakeFirstOrThrow()
    await setTerms(
      db,
      { id, tenantId: tenant_id, visible: input.visible, hidden: input.hidden },
      nextHour(now),
    )
  },
  unlink: async (db, id) => {
    await db.deleteFrom('jackpot_terms').where('level_id', '=', id).execute()
    await db.deleteFrom('jackpot_shares').where('level_id', '=', id).execute()
  },
  // Money of players lies in it: what was contributed cannot be thrown away.
  kept: async (db, ids) => {
    const fed = await db
      .selectFrom('jackpot_shares')
      .select('level_id')
      .distinct()
      .where('level_id', 'in', ids)
      .where('visible', '<>', 0)
      .execute()
    return new Map(
      fed.map(({ level_id }) => [
        level_id,
        { code: 'has_contributions', message: 'What was contributed belongs to players' },
      ]),
    )
  },
})

async function prepareLevel({
  db,
  scope,
  before,
  input,
  id,
  now,
}: WriteContext<typeof jackpotLevelsContract>): Promise<Stored> {
  const jackpot = await jackpotOf(db, scope, input.jackpot)
  if (before && before.jackpot_id !== input.jackpot) throw refuse('jackpot', 'fixed')
  const amounts: [string, Money | null][] = [
    ['seed', input.seed],
    ['limit', input.limit],
    ['hit_from', input.hit_from],
    ['hit_to', input.hit_to],
  ]
  for (const [field, value] of amounts)
    if (value && value.currency !== jackpot.currency) throw refuse(field, 'other_currency')
  if (input.visible + input.hidden === 0) throw refuse('visible', 'required')
  const [from, to] = [input.hit_from?.minor ?? null, input.hit_to?.minor ?? null]
  const isMystery = jackpot.kind === 'mystery'
  if (isMystery) {
    if (from === null) throw refuse('hit_from', 'required')
    if (to === null) throw refuse('hit_to', 'required')
    if (from <= input.seed.minor) throw refuse('hit_from', 'not_above_seed')
    if (to <= from) throw refuse('hit_to', 'not_above_from')
    if (input.limit && input.limit.minor < to) throw refuse('limit', 'below_hit_to')
  } else if (from !== null || to !== null) throw refuse('hit_from', 'only_mystery')
  if (input.limit && input.limit.minor < input.seed.minor) throw refuse('limit', 'below_seed')
  const twin = await db
    .selectFrom('jackpot_levels')
    .select('id')
    .where('jackpot_id', '=', jackpot.id)
    .where('position', '=', input.position)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (twin) throw refuse('position', 'taken')
  const owned = {
    tenant_id: jackpot.tenant_id,
    location_id: jackpot.location_id,
    kind: jackpot.kind,
    currency: jackpot.currency,
  }
  if (before) {
    const isSame = before.visible_bp === input.visible && before.hidden_bp === input.hidden
    return { ...owned, ...(!isSame && { terms_from: nextHour(now) }) }
  }
  return {
    ...owned,
    state: 'running',
    terms_from: nextHour(now),
    run: 1,
    hits: 0,
    start_minor: input.seed.minor,
    taken: 0,
    hidden_taken: 0,
    last_hit_at: null,
    ...(isMystery && from !== null && to !== null
      ? drawPoint(id, 1, from, to)
      : { point_minor: null, point_nonce: null, point_hash: null }),
  }
}

export const jackpotSourcesStore = defineStore(jackpotSourcesContract, {
  table: 'jackpot_sources',
  columns: {
    name: plain('name'),
    jackpot: refTo('jackpot_id', 'jackpots', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: refTo('location_id', 'locations', 'name'),
    slot: refTo('slot_id', 'slots', 'serial'),
    from: readOnly('from_hour'),
    to: readOnly('to_hour'),
  },
  search: ({ name }) => [name as string],
  prepare: async ({ db, scope, input, now }) => {
    const jackpot = await jackpotOf(db, scope, input.jackpot)
    if (input.location) await demandLocation(db, jackpot.tenant_id, input.location)
    if (jackpot.location_id && input.location && input.location !== jackpot.location_id)
      throw refuse('location', 'other_location')
    if (input.slot) {
      const slot = await db
        .selectFrom('slots')
        .select(['location_id', 'currency'])
        .where('id', '=', input.slot)
        .where('tenant_id', '=', jackpot.tenant_id)
        .executeTakeFirst()
      if (!slot) throw refuse('slot', 'unknown')
      if (slot.currency !== jackpot.currency) throw refuse('slot', 'other_currency')
      if (jackpot.location_id && slot.location_id !== jackpot.location_id)
        throw refuse('slot', 'other_location')
    }
    // A jackpot of one location is fed there alone, wherever its slots go later.
    const location_id = input.location ?? jackpot.location_id
    return { tenant_id: jackpot.tenant_id, location_id, from_hour: nextHour(now), to_hour: null }
  },
})

const evidence = (what: 'value_before' | 'value_after') =>
  derived(row => ({
    minor: (JSON.parse(String(row.evidence)) as WinEvidence)[what],
    currency: row.currency,
  }))
const { write: _write, ...won } = moneyIn('amount_minor', 'currency')
/** Told only when nothing can be done with it any more. */
const pointOf = derived(row =>
  row.point_minor === null ? null : { minor: Number(row.point_minor), currency: row.currency },
)

export const jackpotWinsStore = defineStore(jackpotWinsContract, {
  table: 'jackpot_wins',
  columns: {
    number: readOnly('number'),
    jackpot: readOnlyRefTo('jackpot_id', 'jackpots', 'name'),
    level: readOnlyRefTo('level_id', 'jackpot_levels', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    timestamp: readOnly('won_at'),
    amount: won,
    state: readOnly('state'),
    slot_state: readOnly('slot_state'),
    run: readOnly('run'),
    point: pointOf,
    point_nonce: readOnly('point_nonce'),
    point_hash: readOnly('point_hash'),
    value_before: evidence('value_before'),
    value_after: evidence('value_after'),
    stopped_at: readOnly('stopped_at'),
    paid_at: readOnly('paid_at'),
    paid_by: readOnly('paid_by'),
    payment_reason: readOnly('payment_reason'),
    reset_at: readOnly('reset_at'),
    contributions: derived(() => undefined),
  },
  more: ({ db }, row) => namedContributions(db, row),
  search: ({ number }) => [number as string],
})

/** Adds who contributed what to a win, by name. */
async function namedContributions(db: Db, row: Stored): Promise<void> {
  const win = await db
    .selectFrom('jackpot_wins')
    .select(['evidence', 'currency'])
    .where('id', '=', String(row._id))
    .executeTakeFirstOrThrow()
  const { contributions } = JSON.parse(win.evidence) as WinEvidence
  const slots = await namesOf(
    db,
    contributions.map(one => one.slot_id),
  )
  row.contributions = contributions.map(({ slot_id, parts, last_at }) => ({
    slot: { _id: slot_id, name: slots.get(slot_id) ?? slot_id },
    amount: { minor: Math.floor(parts / PARTS), currency: win.currency },
    at: last_at,
  }))
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('slots').select(['id', 'serial']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, serial }) => [id, serial]))
}
