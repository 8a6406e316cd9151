import { sql } from 'kysely'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { fold } from '../../platform/contract/fold'
import { mostReached, Problem, type FieldProblem } from '../../platform/contract/problem'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { absent, optionalMoneyIn, refTo, sharedRefTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { Reading, WriteContext } from '../../platform/store/store-spec'
import { madeCodes, sasCodes } from '../../telemetry/readings/sas-events'
import {
  idsIn,
  locationFault,
  locationsIn,
  nameLocations,
} from '../../workflow/news/chosen-locations.service'
import { alarmRulesContract, isOfMoney, MOST_RULES } from './alarm-rules.contract'
import { clearByRule } from './clear-alarms.service'

type Writing = WriteContext<typeof alarmRulesContract>

export const store = defineStore(alarmRulesContract, {
  table: 'alarm_rules',
  columns: {
    tenant: { ...refTo('tenant_id', 'tenants', 'name'), write: () => ({}) },
    amount: optionalMoneyIn('amount_minor', 'currency'),
    clears_amount: optionalMoneyIn('clears_minor', 'clears_currency'),
    locations: locationsIn('locations'),
    location_count: { of: ['locations'], read: row => idsIn(row.locations).length },
    group: refTo('group_id', 'entity_groups', 'name'),
    manufacturer: sharedRefTo('manufacturer_id', 'manufacturers', 'name'),
    game_mix: sharedRefTo('game_mix_id', 'game_mixes', 'name'),
    open_alarms: absent,
  },
  search: ({ name, code, text_en, text_ro, text_pt }) =>
    [name, code, text_en, text_ro, text_pt] as (string | null)[],
  names: { location: 'locations', group: 'entity_groups' },
  filters: {
    location: (value: string) => sql<boolean>`t.locations like ${`%"${value}"%`}`,
  },
  adds: { locations: nameLocations, open_alarms: countOpen },
  // A rule is judged over slots that they may not see, and other people are notified of them.
  mayChange: demandWhole,
  returning: async (db, { id, tenant_id, name }) => {
    const others = await othersOf(db, String(tenant_id), String(id))
    if (hasName(others, String(name)))
      throw new Problem(409, 'taken', { message: 'Another rule has this name' })
    if (others.length >= MOST_RULES) throw mostReached()
  },
  prepare,
  link: beginAnew,
})

/** What held for some minutes by the rule as it was says nothing of the rule as it is. */
async function beginAnew({ db, id, before, input, now }: Writing): Promise<void> {
  await db.deleteFrom('alarm_pending').where('rule_id', '=', id).execute()
  if (!before) return
  const { watched, measure, code, operator, amount } = input
  const isOther =
    before.watched !== watched ||
    before.operator !== operator ||
    (watched === 'event' && before.code !== code) ||
    (watched === 'measure' && before.measure !== measure) ||
    (isOfMoney(input) && before.currency !== amount?.currency)
  // An open alarm of another question would be compared with a limit that it never passed.
  if (isOther) await clearByRule(db, now, sql<boolean>`rule_id = ${id}`)
}

/** The tenant's other rules that are not archived. Of two writes at once the second sees what the first has stored. */
async function othersOf(db: Db, tenantId: string, id: string): Promise<{ name: string }[]> {
  if (isPostgres(db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`alarm rules ${tenantId}`}, 0))`.execute(db)
  return db
    .selectFrom('alarm_rules')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('archived_at', 'is', null)
    .where('id', '!=', id)
    .execute()
}

const hasName = (rules: readonly { name: string }[], wanted: string): boolean =>
  rules.some(({ name }) => fold(name) === fold(wanted))

async function countOpen({ db }: Pick<Reading, 'db'>, rows: readonly Stored[]): Promise<void> {
  if (rows.length === 0) return
  const counts = await db
    .selectFrom('alarms')
    .select(['rule_id', row => row.fn.countAll<number>().as('count')])
    .where(
      'rule_id',
      'in',
      rows.map(row => String(row._id)),
    )
    .where('state', '=', 'open')
    .groupBy('rule_id')
    .execute()
  const byRule = new Map(counts.map(({ rule_id, count }) => [rule_id, Number(count)]))
  for (const row of rows) row.open_alarms = byRule.get(String(row._id)) ?? 0
}

async function prepare(writing: Writing): Promise<Stored> {
  const { db, scope, id, before, input } = writing
  const owner = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId)
  const fault = (field: string, code: string, params?: FieldProblem['params']) => {
    throw new Problem(422, 'invalid', { fields: { [field]: [{ code, ...(params && { params }) }] } })
  }
  if (owner === null) return fault('tenant', 'required')
  if (input.tenant !== null && input.tenant !== owner) fault('tenant', before ? 'fixed' : 'unknown')
  if (!(await db.selectFrom('tenants').select('id').where('id', '=', owner).executeTakeFirst()))
    fault('tenant', 'unknown')
  const fields = await faultsIn(writing, owner)
  if (Object.keys(fields).length > 0) throw new Problem(422, 'invalid', { fields })
  const others = await othersOf(db, owner, id)
  // Whoever has a name keeps it.
  if (before?.name !== input.name && hasName(others, input.name)) fault('name', 'taken')
  if (!before && others.length >= MOST_RULES) fault('name', 'too_many', { limit: MOST_RULES })
  return { tenant_id: owner, ...unused(input) }
}

/** Fields that say nothing of what is watched are stored empty, whatever they were sent as. */
function unused(input: Writing['input']): Stored {
  const { watched } = input
  return {
    ...(watched !== 'event' && { code: null, window_minutes: null }),
    ...(watched !== 'measure' && { measure: null, window_hours: null }),
    ...(isOfMoney(input)
      ? { threshold: null, clears_threshold: null }
      : { amount_minor: null, currency: null, clears_minor: null, clears_currency: null }),
  }
}

async function faultsIn(
  { db, scope, before, input }: Writing,
  owner: string,
): Promise<Record<string, FieldProblem[]>> {
  const faults: Record<string, FieldProblem[]> = {}
  if (input.watched === 'event' && !knownCodes.has(input.code ?? '')) faults.code = [{ code: 'unknown' }]
  const wrong = await locationFault({ db, scope }, input.locations, {
    owner,
    before: before ? idsIn(before.locations) : [],
  })
  if (wrong) faults.locations = [{ code: wrong }]
  if (input.group !== null && input.group !== before?.group_id) {
    // The store itself refuses references that do not exist or are archived.
    const group = await db
      .selectFrom('entity_groups')
      .select('id')
      .where('id', '=', input.group)
      .where('entity_type', '=', 'slot')
      .where('tenant_id', '=', owner)
      .executeTakeFirst()
    if (!group) faults.group = [{ code: 'unknown' }]
  }
  return faults
}

const knownCodes: ReadonlySet<string> = new Set([...sasCodes, ...madeCodes])
