/** Which notifications a user may see, and what they did with them. One rule for lists, marks and live delivery. */
import { sql, type RawBuilder } from 'kysely'
import { answersKind, approvalKinds, readsKind } from '../second-person/approval-kinds.contract'
import { commentKinds, readsRecord } from '../news/comment-kinds.contract'
import { RAW_TOTAL_CAP } from '../../platform/contract/list'
import { allows, type Permission } from '../../platform/contract/permissions'
import { readTotal } from '../../platform/db/count'
import type { Db } from '../../platform/db/database'
import { hasWords } from '../../platform/db/has-words'
import { scopeOf, type Actor } from '../../platform/request/actor'
import type { NotificationFilters, RealTimeNotification } from '../news/notifications.contract'
import type { Words } from '../news/own-words.service'
import { withQuantity } from '../news/quantity.service'
import {
  categoryOf,
  templates,
  templatesOf,
  type TemplateName,
} from '../news/notification-templates.contract'

const permissionOf: Record<string, Permission> = {
  slot: 'slot::list',
  location: 'location::list',
  tenant: 'tenant::list',
  user: 'acl_user::list',
  player: 'pe_player::list_players',
}

interface About {
  tenant_id: string
  resource_type: string
  resource_id: string
  request_kind: string | null
  asked_by_id: string | null
  to_user_id: string | null
  about_kind: string | null
}
type Reader = Pick<Actor, 'id' | 'tenantId' | 'permissions'>

const typesFor = ({ permissions }: Reader): string[] =>
  Object.keys(permissionOf).filter(type => permissionOf[type] && allows(permissions, permissionOf[type]))

/** Requests that a reader may answer, once they have read them. */
const kindsFor = ({ permissions }: Reader): string[] =>
  approvalKinds.filter(kind => allows(permissions, answersKind[kind]) && allows(permissions, readsKind[kind]))

/** Records of which a reader's own notifications may be about. */
const recordsFor = ({ permissions }: Reader): string[] =>
  commentKinds.filter(kind => allows(permissions, readsRecord[kind]))

export function maySee(reader: Reader, about: About): boolean {
  const { tenantId } = scopeOf(reader)
  if (tenantId !== null && about.tenant_id !== tenantId) return false
  if (about.to_user_id !== null)
    return about.to_user_id === reader.id && recordsFor(reader).includes(about.about_kind ?? '')
  if (about.request_kind !== null)
    return kindsFor(reader).includes(about.request_kind) && about.asked_by_id !== reader.id
  return (
    typesFor(reader).includes(about.resource_type) ||
    (about.resource_type === 'user' && about.resource_id === reader.id)
  )
}

/** The same rule as a condition on `n`. */
function visibleTo(reader: Reader): RawBuilder<unknown> {
  const { tenantId } = scopeOf(reader)
  const types = typesFor(reader)
  const typed = types.length > 0 ? sql`n.resource_type in (${sql.join(types)}) or` : sql``
  const kinds = kindsFor(reader)
  const answerable =
    kinds.length > 0
      ? sql`n.request_kind in (${sql.join(kinds)}) and n.asked_by_id <> ${reader.id}`
      : sql`1 = 0`
  const records = recordsFor(reader)
  const own =
    records.length > 0
      ? sql`n.to_user_id = ${reader.id} and n.about_kind in (${sql.join(records)})`
      : sql`1 = 0`
  return sql`${tenantId === null ? sql`1 = 1` : sql`n.tenant_id = ${tenantId}`} and case when n.to_user_id is not null then (${own}) when n.request_kind is null then (${typed} (n.resource_type = 'user' and n.resource_id = ${reader.id})) else (${answerable}) end`
}

const columns = sql`n.id, n.tenant_id, n.resource_type, n.resource_id, n.resource_details, n.template, n.data, n.severity, n.at, n.count, n.content, n.place, n.request_kind, n.asked_by_id, n.open_until, n.to_user_id, n.about_kind`
export interface Row extends About {
  id: string
  resource_details: string
  template: string
  data: string
  severity: string
  at: number
  count: number
  content: string | null
  place: string
  open_until: number | null
  seen_at?: number | null
  confirmed_at?: number | null
}

/** The search, the period and the part of a list that are wanted, in addition to its filters. */
interface PageRequest {
  limit: number
  offset: number
  query?: string
  from?: number | undefined
  to?: number | undefined
  oldestFirst?: boolean
  now: number
}

interface Found {
  rows: RealTimeNotification[]
  total: number
  capped: boolean
}

/** A page's rows; apart from `listNotifications`, for whoever asks for more in one go. */
export function notificationsQuery(
  reader: Reader,
  filters: NotificationFilters,
  page: PageRequest,
): { query: RawBuilder<Row & { total: number }>; counting: RawBuilder<number> } {
  const joined = sql`from notifications n left join notification_receipts r on r.notification_id = n.id and r.user_id = ${reader.id}
    where ${visibleTo(reader)} ${matching(filters, page)} ${onBell(reader, filters.told)}`
  const counting = sql<number>`(select count(*) from (select 1 ${joined} limit ${RAW_TOTAL_CAP + 1}) as counted)`
  const query = sql<
    Row & { total: number }
  >`select ${columns}, r.seen_at, r.confirmed_at, ${counting} as total ${joined} order by n.at ${page.oldestFirst ? sql`asc` : sql`desc`}, n.id ${page.oldestFirst ? sql`asc` : sql`desc`} limit ${page.limit} offset ${page.offset}`
  return { query, counting }
}

export async function listNotifications(
  db: Db,
  reader: Reader,
  filters: NotificationFilters,
  page: PageRequest,
): Promise<Found> {
  const { query, counting } = notificationsQuery(reader, filters, page)
  const { rows } = await query.execute(db)
  // A page beyond the last, or of no rows, has none to carry the total.
  const isWhole = page.offset === 0 && page.limit > 0
  return notificationsOf(
    rows,
    page.now,
    rows.length > 0 || isWhole ? undefined : await readTotal(counting, db),
  )
}

/** `counted`: how many there are, where the rows do not say it. */
export function notificationsOf(rows: readonly (Row & { total: number })[], now: number, counted = 0): Found {
  const total = Number(rows[0]?.total ?? counted)
  return {
    rows: rows.map(row => toWire(row, now)),
    total: Math.min(total, RAW_TOTAL_CAP),
    capped: total > RAW_TOTAL_CAP,
  }
}

/** On the bell: unless this person's subscription for the place, or for everywhere, says otherwise. */
function onBell({ id }: Reader, wanted: boolean[] | undefined): RawBuilder<unknown> {
  if (!wanted || new Set(wanted).size !== 1) return sql``
  const chosen = (scope: RawBuilder<unknown>) =>
    sql`(select s.in_app from notification_subscriptions s where s.user_id = ${id} and s.template = n.template and s.scope = ${scope})`
  return sql`and coalesce(${chosen(sql`n.place`)}, ${chosen(sql`''`)}, 1) = ${wanted[0] ? 1 : 0}`
}

function ofCategories(categories: NonNullable<NotificationFilters['category']>): RawBuilder<unknown> {
  const { names, others, all } = templatesOf(categories)
  const named = names.length > 0 ? sql`n.template in (${sql.join(names)})` : sql`1 = 0`
  return others ? sql`(${named} or n.template not in (${sql.join(all)}))` : named
}

function matching(
  filters: NotificationFilters,
  { query = '', from, to, now }: PageRequest,
): RawBuilder<unknown> {
  const conditions = [
    ...(from === undefined ? [] : [sql`n.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`n.at < ${to}`]),
    ...(filters.category ? [ofCategories(filters.category)] : []),
    ...(['seen', 'confirmed'] as const).flatMap(name => {
      const wanted = filters[name]
      if (!wanted || new Set(wanted).size !== 1) return []
      const isMarked = sql`${sql.ref(`r.${name}_at`)} is not null`
      // A request that needs no answer any more concerns nobody.
      const is = sql`(${isMarked} or coalesce(n.open_until <= ${now}, false))`
      return [wanted[0] ? is : sql`not ${is}`]
    }),
    ...(filters._id ? [sql`n.id in (${sql.join(filters._id)})`] : []),
    ...(filters.resource_type ? [sql`n.resource_type in (${sql.join(filters.resource_type)})`] : []),
    ...(filters.severity ? [sql`n.severity in (${sql.join(filters.severity)})`] : []),
    ...hasWords(sql.ref('n.search'), query),
  ]
  return sql.join(
    conditions.map(one => sql`and ${one}`),
    sql` `,
  )
}

/** Those of the ids that the reader may see. */
export const visibleAmong = (db: Db, reader: Reader, ids: readonly string[]): Promise<string[]> =>
  sql<{
    id: string
  }>`select n.id from notifications n where ${visibleTo(reader)} and n.id in (${sql.join([...ids])})`
    .execute(db)
    .then(({ rows }) => rows.map(row => row.id))

/** Only the reader's own marks, only on what they may see; how many notifications it concerned. */
export async function mark(
  db: Db,
  reader: Reader,
  how: 'seen' | 'confirmed' | 'dismissed',
  ids: readonly string[] | 'all',
  now: number,
): Promise<number> {
  // Whatever was confirmed or dismissed has been seen.
  const set = ['seen', ...(how === 'seen' ? [] : [how])].map(name => sql.ref(`${name}_at`))
  const which = ids === 'all' ? sql`` : sql`and n.id in (${sql.join([...ids])})`
  const result = await sql`insert into notification_receipts (user_id, notification_id, ${sql.join(set)})
    select ${sql.join([reader.id, sql`n.id`, ...set.map(() => sql`cast(${now} as bigint)`)])} from notifications n where ${visibleTo(reader)} ${which}
    on conflict (user_id, notification_id) do update set ${sql.join(set.map(name => sql`${name} = coalesce(notification_receipts.${name}, excluded.${name})`))}`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0)
}

export const notificationById = (db: Db, id: string): Promise<Row | undefined> =>
  sql<Row>`select ${columns} from notifications n where n.id = ${id}`.execute(db).then(({ rows }) => rows[0])

export function toWire(row: Row, now: number): RealTimeNotification {
  const template = Object.hasOwn(templates, row.template)
    ? templates[row.template as TemplateName]
    : undefined
  const data = JSON.parse(row.data) as Record<string, string>
  const isOver = row.open_until !== null && row.open_until <= now
  return {
    id: row.id,
    seen: row.seen_at != null || isOver,
    confirmed: row.confirmed_at != null || isOver,
    resource_type: row.resource_type as RealTimeNotification['resource_type'],
    resource_details: JSON.parse(row.resource_details) as Record<string, string>,
    content: template
      ? withQuantity(
          {
            en: template.en,
            ro: template.ro,
            pt: template.pt,
            ...(row.content !== null && (JSON.parse(row.content) as Partial<Words>)),
          },
          data,
        )
      : null,
    data,
    timestamp: row.at,
    count: row.count,
    severity: row.severity as RealTimeNotification['severity'],
    category: categoryOf(row.template),
  }
}
