import { invalidField } from '../../platform/contract/problem'
import { sql } from 'kysely'
import type { Money } from '../../platform/contract/primitives'
import {
  derived,
  moneyIn,
  optionalMoneyIn,
  plain,
  readOnly,
  readOnlyRefTo,
  refTo,
  type Stored,
} from '../../platform/store/columns'
import { demandsSecondPerson } from '../../platform/layered-settings/second-person.service'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { demandFree } from '../../platform/store/demand-free'
import { jackpotOf } from './belongs'
import { drawPoint } from './draw'
import { jackpotLevelsContract } from './jackpots.contract'
import { valueOf, type LevelSums } from './level-value'
import { nextHour, setTerms } from './terms.service'

export const sumsOf = (row: Stored): LevelSums => ({
  start_minor: Number(row.start_minor),
  taken: Number(row.taken),
  hidden_taken: Number(row.hidden_taken),
  visible: Number(row.visible_sum ?? 0),
  hidden: Number(row.hidden_sum ?? 0),
})
/** A level that is won stands at what was won: what is played meanwhile is the next run's. */
export const capOf = (row: Stored): number | null => {
  const cap = row.state === 'hit' ? row.won_minor : row.limit_minor
  return cap === null ? null : Number(cap)
}
/** The columns that `sumsOf` and `capOf` read. */
const valueReads = [
  'start_minor',
  'taken',
  'hidden_taken',
  'visible_sum',
  'hidden_sum',
  'state',
  'won_minor',
  'limit_minor',
  'currency',
]
const shown = (what: 'value' | 'overflow' | 'hiddenPool') =>
  derived(valueReads, row => ({ minor: valueOf(sumsOf(row), capOf(row))[what], currency: row.currency }))

export const jackpotLevelsStore = defineStore(jackpotLevelsContract, {
  table: 'jackpot_levels',
  columns: {
    jackpot: refTo('jackpot_id', 'jackpots', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    kind: readOnly('kind'),
    state: readOnly('state'),
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
  reads: {
    visible_sum: () => sql`(select sum(s.visible) from jackpot_shares s where s.level_id = t.id)`,
    hidden_sum: () => sql`(select sum(s.hidden) from jackpot_shares s where s.level_id = t.id)`,
  },
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
  archiveBlockers: async (db, ids) => {
    const fed = await db
      .selectFrom('jackpot_shares')
      .select('level_id')
      .distinct()
      .where('level_id', 'in', ids)
      .where('visible', '<>', 0)
      .execute()
    const hit = await db
      .selectFrom('jackpot_levels')
      .select('id')
      .where('id', 'in', ids)
      .where('state', '=', 'hit')
      .execute()
    const unapproved = await notApproved(db, ids)
    return new Map<string, { code: string; message: string }>([
      ...unapproved.map(
        id => [id, { code: 'second_person', message: 'A second person has to approve it' }] as const,
      ),
      ...hit.map(({ id }) => [id, { code: 'jackpot_level_hit', message: 'Its win is not reset' }] as const),
      // Money of players lies in it: what was contributed cannot be thrown away.
      ...fed.map(
        ({ level_id }) =>
          [
            level_id,
            { code: 'has_contributions', message: 'What was contributed belongs to players' },
          ] as const,
      ),
    ])
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
  if (before && before.jackpot_id !== input.jackpot) throw invalidField('jackpot', 'fixed')
  const amounts: [string, Money | null][] = [
    ['seed', input.seed],
    ['limit', input.limit],
    ['hit_from', input.hit_from],
    ['hit_to', input.hit_to],
  ]
  for (const [field, value] of amounts)
    if (value && value.currency !== jackpot.currency) throw invalidField(field, 'other_currency')
  if (input.visible + input.hidden === 0) throw invalidField('visible', 'required')
  const [from, to] = [input.hit_from?.minor ?? null, input.hit_to?.minor ?? null]
  const isMystery = jackpot.kind === 'mystery'
  if (isMystery) {
    if (from === null) throw invalidField('hit_from', 'required')
    if (to === null) throw invalidField('hit_to', 'required')
    if (from <= input.seed.minor) throw invalidField('hit_from', 'not_above_seed')
    if (to <= from) throw invalidField('hit_to', 'not_above_from')
    if (input.limit && input.limit.minor < to) throw invalidField('limit', 'below_hit_to')
    if (input.machine_level !== null) throw invalidField('machine_level', 'only_progressive')
  } else if (from !== null || to !== null) throw invalidField('hit_from', 'only_mystery')
  if (input.limit && input.limit.minor < input.seed.minor) throw invalidField('limit', 'below_seed')
  await demandFree(db, 'jackpot_levels', id, { jackpot_id: jackpot.id, position: input.position }, 'position')
  if (input.machine_level !== null) {
    await demandFree(
      db,
      'jackpot_levels',
      id,
      { jackpot_id: jackpot.id, machine_level: input.machine_level },
      'machine_level',
    )
  }
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
    won_minor: null,
    run_started_at: now,
    ...(isMystery && from !== null && to !== null
      ? drawPoint(id, 1, from, to)
      : { point_minor: null, point_nonce: null, point_hash: null }),
  }
}

/** Returns those of these levels whose deletion somebody else has to approve first. */
async function notApproved(db: Db, ids: readonly string[]): Promise<string[]> {
  const levels = await db
    .selectFrom('jackpot_levels')
    .select(['id', 'tenant_id'])
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('approvals')
            .select('approvals.id')
            .whereRef('approvals.level_id', '=', 'jackpot_levels.id')
            .where('approvals.kind', '=', 'jackpot_delete')
            .where('approvals.answer', '=', 'approved'),
        ),
      ),
    )
    .execute()
  const found: string[] = []
  for (const { id, tenant_id } of levels) if (await demandsSecondPerson(db, tenant_id)) found.push(id)
  return found
}
