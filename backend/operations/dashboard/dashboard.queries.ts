/** A whole dashboard in one answer. Widgets that need the same figures share one reading of them. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import type { Actor, Scope } from '../../platform/request/actor'
import { listNotifications } from '../../workflow/notifications/notifications.queries'
import { MOST_LINES, type Dashboard, type DataOf, type Widget, type WidgetData } from './dashboard.contract'
import { choiceOf, placesOf, type WidgetPlace } from './dashboard.service'
import { holdOf, takenDays, takingsOf, type TakenDays } from './widget-figures.queries'
import { openDaysOf, type Reading } from './widget-reading'
import { eventsToday, openDoors, slotsNow, unconfirmedLocks } from './widget-troubles.queries'

interface Context {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}

export async function dashboardOf(
  { db, actor, scope, now }: Context,
  stores: ReadonlyMap<string, Store>,
): Promise<Dashboard> {
  const { widgets, standing } = await choiceOf(db, actor)
  const shown = standing.filter(({ allowed }) => allowed)
  const slots = stores.get('configuration/slots')
  if (!slots) throw new Problem(404, 'not_found', { message: 'No list of slots' })
  const [openDays, places] = await Promise.all([
    openDaysOf(db, scope, now),
    placesOf(db, scope, [...new Set(shown.flatMap(({ location }) => location ?? []))]),
  ])
  const reading: Reading = { db, actor, scope, now, slots, openDays }
  const shared = new Map<string, Promise<TakenDays>>()
  const taken = (place: WidgetPlace | null, days: Widget['days']) => {
    const key = `${place?.id ?? ''} ${days ?? ''}`
    const known = shared.get(key) ?? takenDays(reading, place, days)
    shared.set(key, known)
    return known
  }
  return {
    as_of: now,
    is_own: widgets !== null,
    widgets: await Promise.all(
      shown.map(async ({ key, kind, size, location, days }) => {
        const place = location === null ? null : places.get(location)
        return {
          key,
          kind,
          size,
          days,
          location: place ? { _id: place.id, name: place.name } : null,
          data: place === undefined ? null : await dataOf(reading, kind, place, days, taken),
        }
      }),
    ),
  }
}

function dataOf(
  reading: Reading,
  kind: Widget['kind'],
  place: WidgetPlace | null,
  days: Widget['days'],
  taken: (place: WidgetPlace | null, days: Widget['days']) => Promise<TakenDays>,
): Promise<WidgetData> {
  switch (kind) {
    case 'coin_in':
    case 'net_win':
    case 'ggr':
      return taken(place, days).then(read => takingsOf(kind, read))
    case 'slots':
      return slotsNow(reading, place)
    case 'hold':
      return holdOf(reading, place, days)
    case 'doors':
      return openDoors(reading, place)
    case 'events':
      return eventsToday(reading, place)
    case 'commands':
      return unconfirmedLocks(reading, place)
    case 'tasks':
      return tasksNow(reading)
    case 'notifications':
      return openNotifications(reading)
  }
}

/** Waiting or running, as the list of current tasks has them; the newest first. */
async function tasksNow({ db, scope: { tenantId } }: Reading): Promise<DataOf<'tasks'>> {
  const current = db
    .selectFrom('tasks')
    .where('state', 'in', ['queued', 'running'])
    .where('archived_at', 'is', null)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
  const [{ total }, rows] = await Promise.all([
    current.select(row => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    current
      .select(['id', 'kind', 'title', 'state', 'progress', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MOST_LINES)
      .execute(),
  ])
  return {
    kind: 'tasks',
    count: Number(total),
    rows: rows.map(({ id, kind, title, state, progress, created_at }) => ({
      _id: id,
      kind,
      title,
      state: state as DataOf<'tasks'>['rows'][number]['state'],
      progress,
      since: created_at,
    })),
  }
}

async function openNotifications({ db, actor, now }: Reading): Promise<DataOf<'notifications'>> {
  const { rows, total, capped } = await listNotifications(
    db,
    actor,
    { confirmed: [false] },
    { limit: MOST_LINES, offset: 0, now },
  )
  return { kind: 'notifications', count: total, capped, rows }
}
