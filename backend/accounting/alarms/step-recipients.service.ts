/** Whom a step reaches: people, and channels of the tenant, each with those of its alarms that they may see. */
import { sql } from 'kysely'
import { permissionsOfUser } from '../../identity/auth/permissions-of.service'
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { allows } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { idsIn } from '../../workflow/news/chosen-locations.service'
import type { AlarmStepsTable } from './alarm-steps.table'
import { fromTurnOf } from './on-call'

export type Step = Pick<
  AlarmStepsTable,
  'tenant_id' | 'rule_id' | 'order_id' | 'user_ids' | 'group_ids' | 'role_ids' | 'channel_ids'
>

/** Of one step; who comes after them by name is not notified, which the rule's page says. */
export const MOST_PEOPLE = 200

export interface Waiting {
  id: string
  slot_id: string
  serial: string
  location_id: string
  location_name: string
}

export interface Person {
  id: string
  username: string
}

/** Who can be notified: of the tenant, neither disabled nor archived. One more than are notified. */
export async function peopleOf(db: Db, step: Step): Promise<Person[]> {
  const [users, groups, roles] = [idsIn(step.user_ids), idsIn(step.group_ids), idsIn(step.role_ids)]
  const ways = [
    ...(users.length > 0 ? [sql`u.id in (${sql.join(users)})`] : []),
    ...(groups.length > 0
      ? [sql`u.id in (select m.user_id from user_group_members m where m.group_id in (${sql.join(groups)}))`]
      : []),
    ...(roles.length > 0
      ? [
          sql`u.id in (select r.user_id from user_roles r where r.role_id in (${sql.join(roles)}))`,
          sql`u.id in (select m.user_id from user_group_members m
            join user_group_roles g on g.group_id = m.group_id where g.role_id in (${sql.join(roles)}))`,
        ]
      : []),
  ]
  if (ways.length === 0) return []
  const { rows } =
    await sql<Person>`select u.id, u.username from users u where u.tenant_id = ${step.tenant_id}
    and u.enabled = 1 and u.archived_at is null and (${sql.join(ways, sql` or `)})
    order by u.username limit ${MOST_PEOPLE + 1}`.execute(db)
  return rows
}

/** From whoever is on call on, those who can be notified. */
export async function onCallOf(db: Db, step: Step, now: number): Promise<Person[]> {
  if (step.order_id === null) return []
  const order = await db
    .selectFrom('on_call_orders')
    .selectAll()
    .where('id', '=', step.order_id)
    .where('tenant_id', '=', step.tenant_id)
    .executeTakeFirst()
  if (!order) return []
  const ids = idsIn(order.people)
  const found = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', ids.length > 0 ? ids : [''])
    .where('tenant_id', '=', step.tenant_id)
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null)
    .execute()
  const byId = new Map(found.map(person => [person.id, person]))
  return fromTurnOf(ids, order, now).flatMap(id => byId.get(id) ?? [])
}

/** By permission, and by the rules that narrow them: as for any notification about a slot. */
export const readsSlots = async (db: Db, userId: string): Promise<boolean> =>
  allows(await permissionsOfUser(db, userId), 'slot::get')

async function seenBy(
  db: Db,
  { rule_id }: Step,
  userId: string,
  alarms: readonly Waiting[],
): Promise<readonly Waiting[]> {
  if (!(await readsSlots(db, userId))) return []
  const theirs = await asSeenBy(db, userId)
  if (theirs === db) return alarms
  const { rows } = await sql<{
    id: string
  }>`select id from alarms where rule_id = ${rule_id} and state = 'open'`.execute(theirs)
  const seen = new Set(rows.map(row => row.id))
  return alarms.filter(({ id }) => seen.has(id))
}

export interface Recipient {
  /** Of a person or a channel. */
  id: string
  alarms: readonly Waiting[]
}

/**
 * On call is one person for each alarm: whoever's turn it is, and where they may not see it, whoever comes next.
 */
export async function recipientsOf(
  db: Db,
  step: Step,
  alarms: readonly Waiting[],
  now: number,
): Promise<Recipient[]> {
  const found = new Map<string, readonly Waiting[]>()
  for (const { id } of (await peopleOf(db, step)).slice(0, MOST_PEOPLE))
    found.set(id, await seenBy(db, step, id, alarms))
  let left = alarms
  for (const { id } of await onCallOf(db, step, now)) {
    if (left.length === 0) break
    const theirs = new Set(await seenBy(db, step, id, left))
    found.set(
      id,
      alarms.filter(one => theirs.has(one) || found.get(id)?.includes(one)),
    )
    left = left.filter(one => !theirs.has(one))
  }
  for (const { id, locations } of await channelsOf(db, step))
    found.set(
      id,
      alarms.filter(one => locations.length === 0 || locations.includes(one.location_id)),
    )
  return [...found].flatMap(([id, own]) => (own.length > 0 ? [{ id, alarms: own }] : []))
}

/** Those that are switched on, with the locations of which they may have anything; none: of all. */
export async function channelsOf(db: Db, step: Step): Promise<{ id: string; locations: string[] }[]> {
  const ids = idsIn(step.channel_ids)
  if (ids.length === 0) return []
  const channels = await db
    .selectFrom('notification_channels')
    .select(['id', 'locations'])
    .where('id', 'in', ids)
    .where('tenant_id', '=', step.tenant_id)
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null)
    .execute()
  return channels.map(({ id, locations }) => ({ id, locations: idsIn(locations) }))
}
