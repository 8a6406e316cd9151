/** Raises notifications, and announces them to every backend once they are committed. */
import type { ResourceDetails } from '../news/resource-details.contract'
import type { CommentKind } from '../news/comment-kinds.contract'
import type { ApprovalKind } from '../second-person/approval-kinds.contract'
import { foldWords } from '../../platform/contract/fold'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { ownWords } from '../news/own-words.service'
import { mark } from './notifications.queries'
import { searchedValues } from '../news/quantity.service'
import {
  alarmTemplates,
  templates,
  type Template,
  type TemplateName,
} from '../news/notification-templates.contract'

/** The same thing again within this time counts up the first notification and disturbs nobody. */
const FOLDED_MS = 10 * 60_000

type ResourceType = 'slot' | 'location' | 'tenant' | 'user' | 'player'

export interface NewNotification {
  template: TemplateName
  tenantId: string
  resourceType: ResourceType
  resourceId: string
  details: ResourceDetails
  /** The template's values. */
  data: Record<string, string>
  /** It needs an answer. Whoever may give one sees it, each request by itself, until one is given. */
  request?: { id: string; kind: ApprovalKind; requestedById: string; openUntil: number }
  /** It is one person's own, for as long as they may see this record. */
  to?: { userId: string; about: CommentKind; id: string }
  /** The template's, where it is left out. */
  severity?: Template['severity']
  /** JSON: words by language in place of the tenant's and the release's. */
  words?: string
  /** What an earlier one must share to be counted up instead; false: each is one of its own. */
  folds?: 'same-details' | false
}
/** Of a SAS exception code; undefined when it is no alarm. */
export const alarmTemplateOf = (code: string): TemplateName | undefined =>
  Object.hasOwn(alarmTemplates, code) ? alarmTemplates[code] : undefined

export interface Raised {
  id: string
  tenantId: string
}

/** In the transaction of what happened. Null when it was folded into an earlier one. */
export async function raise(db: Db, notification: NewNotification, now: number): Promise<Raised | null> {
  const { template, tenantId, resourceType, resourceId, details, data, request, to } = notification
  const recent = request || notification.folds === false ? undefined : await earlier(db, notification, now)
  if (recent) {
    await db
      .updateTable('notifications')
      .set(row => ({ count: row('count', '+', 1), at: now }))
      .where('id', '=', recent.id)
      .execute()
    return null
  }
  const id = newId(now)
  await db
    .insertInto('notifications')
    .values({
      id,
      tenant_id: tenantId,
      resource_type: resourceType,
      resource_id: resourceId,
      resource_details: JSON.stringify(details),
      template,
      data: JSON.stringify(data),
      search: searchOf(details, data),
      severity: notification.severity ?? templates[template].severity,
      first_at: now,
      at: now,
      count: 1,
      place: details.location_id ?? '',
      content: notification.words ?? (await ownWords(db, tenantId, template)),
      fanned_at: null,
      escalate_at: null,
      request_id: request?.id ?? null,
      request_kind: request?.kind ?? null,
      asked_by_id: request?.requestedById ?? null,
      open_until: request?.openUntil ?? null,
      to_user_id: to?.userId ?? null,
      about_kind: to?.about ?? null,
      about_id: to?.id ?? null,
    })
    .execute()
  return { id, tenantId }
}

const earlier = (db: Db, { resourceId, template, details, folds }: NewNotification, now: number) =>
  db
    .selectFrom('notifications')
    .select('id')
    .where('resource_id', '=', resourceId)
    .where('template', '=', template)
    .where('first_at', '>', now - FOLDED_MS)
    .$if(folds === 'same-details', query => query.where('resource_details', '=', JSON.stringify(details)))
    .orderBy('first_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const names = ['slot_name', 'location_name', 'tenant_name', 'user_name', 'player_name'] as const

/** What a notification is found by: the names of what it is about, and its template's values. */
const searchOf = (details: ResourceDetails, data: Readonly<Record<string, string>>): string =>
  foldWords([...new Set([...names.map(name => details[name]), ...searchedValues(data)])])

/** By this person, of those that they may see. */
export const confirm = (
  db: Db,
  reader: Pick<Actor, 'id' | 'tenantId' | 'permissions'>,
  ids: readonly string[],
  now: number,
) => mark(db, reader, 'confirmed', ids, now)

/**
 * Only the id travels: each backend reads the notification for each of its listeners, so a transaction that was
 * rolled back reaches nobody. May be called before the commit; listeners look again for a moment.
 */
export function announce(deps: Deps, raised: readonly (Raised | null)[]): void {
  for (const one of raised) {
    if (one) void deps.bus.publish({ topic: 'notification', tenantId: one.tenantId, data: { id: one.id } })
  }
}
