/**
 * The start page's numbers, each read from an index that holds little else: what is silent, locked or open is few among
 * many.
 */
import { sql, type RawBuilder } from 'kysely'
import { approvalsContract } from '../approvals/approvals.contract'
import { handpaysContract } from '../../money/handpays/handpays.contract'
import { allows, type PermissionRule } from '../../platform/contract/permissions'
import { readTogether } from '../../platform/db/read-together'
import { conditions } from '../../platform/store/store-predicate'
import type { Store } from '../../platform/store/store-spec'
import { notificationsOf, notificationsQuery } from '../../workflow/notifications/notifications.queries'
import type { ShiftOverview } from './overview.contract'
import { firstStepsOf } from './first-steps.queries'
import { networkTakingsOf } from './network-takings.queries'
import {
  counted,
  isTrouble,
  countsSince,
  together,
  troublesIn,
  troubleTallies,
  type Reading,
} from './troubles.queries'
import { worstFirst } from './worst-first.queries'

const ALARMS_SHOWN = 5

export async function shiftOverviewOf(
  reading: Reading,
  stores: ReadonlyMap<string, Store>,
  installation: object,
): Promise<ShiftOverview> {
  const { db, actor, scope, now } = reading
  const can = (rule: PermissionRule) => allows(actor.permissions, rule)
  const withSlots = can('slot::list')
  const worst = withSlots && can('location::list') ? worstFirst(reading, can('slot::get')) : null
  const tallies = await talliesOf(reading, stores)
  // Whoever may see no location sees how many slots have trouble all the same.
  if (withSlots && !worst) tallies.push(...troubleTallies(reading))
  const [[found, alarms, read], first_steps, takings] = await Promise.all([
    readTogether(db, [
      tallies.length > 0 ? together(tallies) : null,
      withSlots
        ? notificationsQuery(actor, OPEN_ALARMS, { limit: ALARMS_SHOWN, offset: 0, now }).query
        : null,
      worst && worst.query,
    ]),
    scope.tenantId === null && can('tenant::create') ? firstStepsOf(db, installation) : null,
    networkTakingsOf(reading),
  ])
  const known = counted(found)
  const slots = withSlots ? (worst ? worst.troubles(read) : troublesIn(known)) : null
  const counts = new Map<string, CountSince>(
    known.flatMap(({ name, n, since }) => (isTrouble(name) ? [] : [[name, { count: n, since }]])),
  )
  const tasks = counts.get('tasks')
  return {
    as_of: now,
    slots: slots && { total: counts.get('slots')?.count ?? 0, ...countsSince(slots) },
    alarms: withSlots ? alarmsIn(notificationsOf(alarms, now)) : null,
    tasks: tasks ? { count: tasks.count } : null,
    repairs: counts.get('repairs') ?? null,
    approvals: counts.get('approvals') ?? null,
    handpays: counts.get('handpays') ?? null,
    handovers: counts.get('handovers') ?? null,
    mine: counts.get('mine') ?? null,
    anomalies: counts.get('anomalies') ?? null,
    first_steps,
    locations:
      slots && worst
        ? { rows: await worst.locations(read), total: counts.get('locations')?.count ?? 0 }
        : null,
    takings,
  }
}

/** Lists that the numbers are of: name, its store, who may. */
const wholes: readonly (readonly [name: string, store: string, rule: PermissionRule])[] = [
  ['locations', 'configuration/locations', 'location::list'],
  ['slots', 'configuration/slots', 'slot::list'],
]

type CountSince = NonNullable<ShiftOverview['repairs']>

/**
 * Counts locations, slots and what waits, by name, for whoever may know; with since when, where that says something.
 * Each is found as its list finds it.
 */
async function talliesOf(
  reading: Reading,
  stores: ReadonlyMap<string, Store>,
): Promise<RawBuilder<unknown>[]> {
  const { db, actor, scope, now } = reading
  const can = (rule: PermissionRule) => allows(actor.permissions, rule)
  const tallies: RawBuilder<unknown>[] = []
  const add = (name: string, count: RawBuilder<unknown>, since = sql`cast(null as bigint)`, rows = sql``) =>
    tallies.push(
      sql`select ${sql.lit(name)} as name, cast(null as text) as location_id, ${count} as n, ${since} as since ${rows}`,
    )
  const own = scope.tenantId === null ? sql`` : sql`and t.tenant_id = ${scope.tenantId}`
  for (const [whole, name, rule] of wholes) {
    const store = can(rule) && stores.get(name)
    if (store) add(whole, await store.total(db, scope, emptyRequest, now))
  }
  if (can('task_current::list'))
    add(
      'tasks',
      sql`count(*)`,
      undefined,
      sql`from tasks t where t.state in ('queued', 'running') and t.archived_at is null ${own}`,
    )
  if (can('slot::get'))
    add(
      'repairs',
      sql`count(*)`,
      sql`min(t.crossing)`,
      sql`from repairs t where t.state in ('open', 'contested') ${own}`,
    )
  if (can('slot::decide_repair'))
    add(
      'anomalies',
      sql`count(*)`,
      sql`min(t.first_at)`,
      sql`from anomalies t where t.state <> 'cleared' ${own}`,
    )
  const handpays = can(handpaysContract.permissions.list) && stores.get('slotcontrol/handpays')
  if (handpays)
    add(
      'handpays',
      sql`count(*)`,
      sql`min(t.since)`,
      sql`from ${sql.table(handpays.spec.table)} t where ${await conditions(handpays, db, scope, emptyRequest, now)}`,
    )
  const approvals = can(approvalsContract.actions.approve.permission) && stores.get('approvals/approvals')
  if (approvals)
    add(
      'approvals',
      sql`count(*)`,
      sql`min(t.created_at)`,
      sql`from ${sql.table(approvals.spec.table)} t where ${await conditions(
        approvals,
        db,
        scope,
        { query: '', exactFields: ['state', 'part'], exactValues: [['waiting'], ['answers']] },
        now,
      )}`,
    )
  const mine = stores.get('open-work/mine')
  if (mine && can(mine.contract.permissions.list))
    add(
      'mine',
      sql`count(*)`,
      sql`min(t.since)`,
      sql`from ${sql.table(mine.spec.table)} t where ${await conditions(mine, db, scope, emptyRequest, now)}`,
    )
  // By its store: shift handovers themselves read overviews.
  const handovers = stores.get('shift-handovers/shift-handovers')
  const takesOver = handovers?.contract.actions.take_over?.permission
  if (handovers && takesOver && can(takesOver))
    add(
      'handovers',
      sql`count(*)`,
      sql`min(t.to_at)`,
      sql`from ${sql.table(handovers.spec.table)} t where ${await conditions(
        handovers,
        db,
        scope,
        { query: '', exactFields: ['state', 'own'], exactValues: [['waiting'], [false]] },
        now,
      )}`,
    )
  return tallies
}

const emptyRequest = { query: '', exactFields: [], exactValues: [] }

const OPEN_ALARMS = { severity: ['alarm' as const], confirmed: [false] }

const alarmsIn = ({ rows, total, capped }: ReturnType<typeof notificationsOf>): ShiftOverview['alarms'] => ({
  count: total,
  capped,
  rows,
})
