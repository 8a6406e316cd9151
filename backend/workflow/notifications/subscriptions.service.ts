/**
 * A person's choice for a location counts first, then that for everywhere, then the release's (on the bell, not by
 * e-mail).
 */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { categoryOf, templates, type TemplateName } from '../news/notification-templates.contract'
import { isOfStep } from '../news/step-templates.contract'
import type { NotificationSubscriptionsTable, NotificationWishesTable } from '../news/notifications.table'
import type { Subscriptions, Wishes } from './subscriptions.contract'
import { contentOf, rowsFor } from './templates.service'

const EVERYWHERE = ''
const names = Object.keys(templates) as TemplateName[]
const usualWishes: Wishes = { quiet_from: null, quiet_to: null, alarms_in_quiet: true, escalations: false }

/** Throws 404 for a location that is not there or not in scope. */
export async function readSubscriptions(
  db: Db,
  actor: Actor,
  locationId: string | null | undefined,
): Promise<Subscriptions> {
  const location = locationId ? await placeOf(db, actor, locationId) : null
  const [rows, words, mine] = await Promise.all([
    db.selectFrom('notification_subscriptions').selectAll().where('user_id', '=', actor.id).execute(),
    rowsFor(db, actor.tenantId),
    wishesOf(db, actor.id),
  ])
  const ofScope = (scope: string) =>
    new Map(rows.filter(row => row.scope === scope).map(row => [row.template, row]))
  const [here, everywhere] = [ofScope(location?._id ?? EVERYWHERE), ofScope(EVERYWHERE)]
  return {
    location,
    wishes: mine,
    subscriptions: names.map(template => {
      const own = here.get(template)
      const wider = location ? everywhere.get(template) : undefined
      const released = contentOf(template, [], actor.tenantId)
      const content = contentOf(template, words, actor.tenantId)
      return {
        template,
        category: categoryOf(template),
        severity: templates[template].severity,
        content,
        own_words: JSON.stringify(content) !== JSON.stringify(released),
        in_app: chosen(own?.in_app),
        email: chosen(own?.email),
        usual: { in_app: wider?.in_app !== 0, email: chosen(wider?.email) ?? isOfStep(template) },
      }
    }),
    with_own: await placesOf(
      db,
      actor,
      rows.map(({ scope }) => scope).filter(scope => scope !== EVERYWHERE),
    ),
  }
}

const chosen = (value: number | null | undefined): boolean | null => (value == null ? null : value === 1)
const stored = (value: boolean | null): number | null => (value === null ? null : value ? 1 : 0)

export async function saveSubscriptions(
  db: Db,
  actor: Actor,
  {
    location,
    wishes,
    subscriptions,
  }: {
    location?: string | null | undefined
    wishes?: Wishes | undefined
    subscriptions: readonly { template: TemplateName; in_app: boolean | null; email: boolean | null }[]
  },
): Promise<void> {
  const scope = location ? (await placeOf(db, actor, location))._id : EVERYWHERE
  for (const { template, in_app, email } of subscriptions) {
    const choice = { in_app: stored(in_app), email: stored(email) }
    const row: NotificationSubscriptionsTable = { user_id: actor.id, template, scope, ...choice }
    if (in_app === null && email === null)
      await db
        .deleteFrom('notification_subscriptions')
        .where('user_id', '=', actor.id)
        .where('template', '=', template)
        .where('scope', '=', scope)
        .execute()
    else
      await db
        .insertInto('notification_subscriptions')
        .values(row)
        .onConflict(conflict => conflict.columns(['user_id', 'template', 'scope']).doUpdateSet(choice))
        .execute()
  }
  if (wishes) {
    const choice = {
      quiet_from: wishes.quiet_from,
      quiet_to: wishes.quiet_to,
      alarms_in_quiet: wishes.alarms_in_quiet ? 1 : 0,
      escalations: wishes.escalations ? 1 : 0,
    }
    await db
      .insertInto('notification_wishes')
      .values({ user_id: actor.id, ...choice })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(choice))
      .execute()
  }
}

export async function wishesOf(db: Db, userId: string): Promise<Wishes> {
  const row = await db
    .selectFrom('notification_wishes')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? fromRow(row) : usualWishes
}

/** Of several people in one query. */
export async function wishesOfAll(db: Db, users: readonly string[]): Promise<(userId: string) => Wishes> {
  const rows = await db.selectFrom('notification_wishes').selectAll().where('user_id', 'in', users).execute()
  const byUser = new Map(rows.map(row => [row.user_id, fromRow(row)]))
  return userId => byUser.get(userId) ?? usualWishes
}

const fromRow = (row: NotificationWishesTable): Wishes => ({
  quiet_from: row.quiet_from,
  quiet_to: row.quiet_to,
  alarms_in_quiet: row.alarms_in_quiet === 1,
  escalations: row.escalations === 1,
})

async function placesOf(db: Db, actor: Actor, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { tenantId } = scopeOf(actor)
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId))
    .orderBy('name')
    .execute()
  return rows.map(({ id, name }) => ({ _id: id, name }))
}

async function placeOf(db: Db, actor: Actor, id: string) {
  const [place] = await placesOf(db, actor, [id])
  if (!place) throw new Problem(404, 'not_found')
  return place
}
