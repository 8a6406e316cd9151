import { sql } from 'kysely'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import type { Reference } from '../../platform/contract/primitives'
import { Problem, type FieldProblem } from '../../platform/contract/problem'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { readOnlyRefTo, refTo, type ColumnMap, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { idsIn } from '../../workflow/news/chosen-locations.service'
import { alarmStepsContract, MOST_STEPS } from './alarm-steps.contract'

/** Whom a step names, where they are found, and what makes one of no use. */
const targets = {
  users: { column: 'user_ids', table: 'users', label: 'username' },
  groups: { column: 'group_ids', table: 'user_groups', label: 'name' },
  roles: { column: 'role_ids', table: 'roles', label: 'name' },
  channels: { column: 'channel_ids', table: 'notification_channels', label: 'name' },
} as const
type Target = keyof typeof targets
const names = Object.keys(targets) as Target[]

const chosenIn = (column: string): ColumnMap => ({
  of: [column],
  read: row => idsIn(row[column]),
  write: value => ({ [column]: JSON.stringify(value) }),
})

const naming = (target: Target) => (id: string) =>
  sql<boolean>`${sql.ref(`t.${targets[target].column}`)} like ${`%"${id}"%`}`

export const store = defineStore(alarmStepsContract, {
  table: 'alarm_steps',
  columns: {
    rule: refTo('rule_id', 'alarm_rules', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    order: refTo('order_id', 'on_call_orders', 'name'),
    users: chosenIn(targets.users.column),
    groups: chosenIn(targets.groups.column),
    roles: chosenIn(targets.roles.column),
    channels: chosenIn(targets.channels.column),
  },
  search: () => [],
  names: { user: 'users', group: 'user_groups', role: null, channel: 'notification_channels' },
  filters: {
    user: naming('users'),
    group: naming('groups'),
    role: naming('roles'),
    channel: naming('channels'),
  },
  adds: Object.fromEntries(
    names.map(target => [
      target,
      ({ db }: { db: Db }, rows: readonly Stored[]) => nameChosen(db, rows, target),
    ]),
  ),
  mayChange: demandWhole,
  prepare,
})

/** In the order of their names; what was deleted since is left out. */
async function nameChosen(db: Db, rows: readonly Stored[], target: Target): Promise<void> {
  const { table, label } = targets[target]
  const ids = [...new Set(rows.flatMap(row => row[target] as string[]))]
  const { rows: found } =
    ids.length === 0
      ? { rows: [] }
      : await sql<Reference>`select o.id as "_id", ${sql.ref(`o.${label}`)} as name from ${sql.table(table)} o
          where o.id in (${sql.join(ids)}) order by name, o.id`.execute(db)
  for (const row of rows) row[target] = found.filter(({ _id }) => (row[target] as string[]).includes(_id))
}

async function prepare({
  db,
  scope,
  id,
  before,
  input,
}: WriteContext<typeof alarmStepsContract>): Promise<Stored> {
  const faults: Record<string, FieldProblem[]> = {}
  const rule = await db
    .selectFrom('alarm_rules')
    .select('tenant_id')
    .where('id', '=', input.rule)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  const fault = (field: string, code: string, params?: FieldProblem['params']) => {
    faults[field] = [{ code, ...(params && { params }) }]
  }
  if (!rule) fault('rule', 'unknown')
  else if (before && before.rule_id !== input.rule) fault('rule', 'fixed')
  if (rule) {
    const others = await othersOf(db, input.rule, id)
    if (!before && others.length >= MOST_STEPS) fault('rule', 'too_many', { limit: MOST_STEPS })
    if (others.some(({ minutes }) => Number(minutes) === input.minutes)) fault('minutes', 'taken')
    for (const target of names) {
      const known = before ? idsIn(before[targets[target].column]) : []
      const added = input[target].filter(one => !known.includes(one))
      if ((await usable(db, target, rule.tenant_id, added)) < added.length) fault(target, 'unknown')
    }
    if (input.order !== null && input.order !== before?.order_id) {
      const order = await db
        .selectFrom('on_call_orders')
        .select('id')
        .where('id', '=', input.order)
        .where('tenant_id', '=', rule.tenant_id)
        .executeTakeFirst()
      if (!order) fault('order', 'unknown')
    }
  }
  if (Object.keys(faults).length > 0) throw new Problem(422, 'invalid', { fields: faults })
  return { tenant_id: rule?.tenant_id }
}

/** How many of them a step of this tenant's may name: its own, and the roles that all tenants share. */
async function usable(db: Db, target: Target, owner: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { table } = targets[target]
  const shared = target === 'roles' ? sql`or o.built_in = 1` : sql``
  const working = target === 'users' ? sql`and o.enabled = 1` : sql``
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} o
    where o.id in (${sql.join([...ids])}) and (o.tenant_id = ${owner} ${shared}) and o.archived_at is null ${working}`.execute(
    db,
  )
  return Number(rows[0]?.n ?? 0)
}

/** The rule's other steps. Of two writes at once the second sees what the first has stored. */
async function othersOf(db: Db, rule: string, id: string): Promise<{ minutes: number }[]> {
  if (isPostgres(db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`alarm steps ${rule}`}, 0))`.execute(db)
  return db
    .selectFrom('alarm_steps')
    .select('minutes')
    .where('rule_id', '=', rule)
    .where('id', '!=', id)
    .execute()
}
