/** Which widgets a person has: their own choice, or the default of their role. */
import { roleId, type RoleName } from '../../identity/auth/roles'
import { allows } from '../../platform/contract/permissions'
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor, Scope } from '../../platform/request/actor'
import { readChoice, saveChoice } from '../../identity/preferences/preferences.service'
import {
  dashboardSettings,
  newWidget,
  widgetKind,
  widgetRules,
  type DashboardChoice,
  type Widget,
  type WidgetKind,
} from './dashboard.contract'

const NAME = 'dashboard'

/**
 * Kind and columns. The floor begins with what needs a hand, the office with money, the regulator with what slots
 * report.
 */
const floor: readonly [WidgetKind, Widget['size']][] = [
  ['slots', 1],
  ['doors', 1],
  ['commands', 1],
  ['events', 1],
  ['notifications', 2],
  ['tasks', 1],
]
const office: typeof floor = [
  ['net_win', 2],
  ['slots', 1],
  ['ggr', 2],
  ['hold', 1],
  ['coin_in', 2],
  ['doors', 1],
  ['events', 1],
  ['notifications', 1],
  ['tasks', 1],
]
const regulator: typeof floor = [
  ['ggr', 2],
  ['hold', 1],
  ['events', 1],
  ['slots', 1],
  ['doors', 1],
]
/** With several roles the first in this order decides. */
const defaults: readonly [RoleName, typeof floor][] = [
  ['administrator', office],
  ['manager', office],
  ['auditor', office],
  ['inspector', regulator],
  ['operator', floor],
]

const isAllowed = ({ permissions }: Pick<Actor, 'permissions'>, kind: WidgetKind): boolean => {
  const { permission } = widgetRules[kind]
  return permission === null || allows(permissions, permission)
}

/** A role that an installation made itself has the floor's: what it may not see of that is left out. */
async function defaultOf(db: Db, actor: Actor): Promise<Widget[]> {
  const rows = await db.selectFrom('user_roles').select('role_id').where('user_id', '=', actor.id).execute()
  const roles = new Set(rows.map(row => row.role_id))
  const [, widgets] = defaults.find(([name]) => roles.has(roleId(name))) ?? ['operator', floor]
  return widgets
    .filter(([kind]) => isAllowed(actor, kind))
    .map(([kind, size], index) => newWidget(kind, `d${index + 1}`, size))
}

/** A choice that an earlier release stored and this one cannot read counts as none. */
async function ownChoice(db: Db, actor: Actor): Promise<Widget[] | null> {
  const read = dashboardSettings.safeParse((await readChoice(db, actor.id, NAME)) ?? { widgets: null })
  return read.success ? read.data.widgets : null
}

export async function choiceOf(db: Db, actor: Actor): Promise<DashboardChoice> {
  const widgets = await ownChoice(db, actor)
  return {
    widgets,
    standing: (widgets ?? (await defaultOf(db, actor))).map(one => ({
      ...one,
      allowed: isAllowed(actor, one.kind),
    })),
    allowed: widgetKind.options.filter(kind => isAllowed(actor, kind)),
  }
}

/**
 * Throws 422 for a kind or a location that was not there before and is not this person's to see; what lost its
 * permission later may stay, so that the others can still be moved.
 */
export async function saveChoiceOf(
  db: Db,
  actor: Actor,
  scope: Scope,
  widgets: Widget[] | null,
  now: number,
): Promise<DashboardChoice> {
  const before = new Set((await ownChoice(db, actor))?.flatMap(one => [one.kind, one.location]) ?? [])
  const refused = (code: string) => invalidField('widgets', code)
  if (widgets?.some(({ kind }) => !before.has(kind) && !isAllowed(actor, kind))) throw refused('forbidden')
  const chosen = [...new Set(widgets?.flatMap(({ location }) => location ?? []) ?? [])].filter(
    location => !before.has(location),
  )
  if ((await placesOf(db, scope, chosen)).size < chosen.length) throw refused('not_found')
  await saveChoice(db, actor.id, NAME, { widgets }, now)
  return choiceOf(db, actor)
}

export interface WidgetPlace {
  id: string
  name: string
  tenant_id: string
  time_zone: string
  gaming_day_start: string
}

/** Reads locations by id, of those that exist and are in scope. */
export async function placesOf(
  db: Db,
  { tenantId }: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WidgetPlace>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name', 'tenant_id', 'time_zone', 'gaming_day_start'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
