/**
 * Whoever may answer a request has a notification of it until somebody answers; the database ends it with the answer.
 */
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { TemplateName } from '../news/notification-templates.contract'
import { announce, raise, type Raised } from './notifications.service'
import { startWatch } from '../../platform/tasks/watch.service'
import type { ApprovalKind } from '../second-person/approval-kinds.contract'

const LOOK_EVERY_MS = 5_000
/** In one turn; the next one takes the rest. */
const MOST_AT_ONCE = 200

const templateOf: Readonly<Record<ApprovalKind, TemplateName>> = {
  reopening: 'approval_reopening',
  repair: 'approval_repair',
  seal: 'approval_seal',
  month: 'approval_seal',
  edit: 'approval_edit',
  jackpot_reset: 'approval_jackpot',
  jackpot_regenerate: 'approval_jackpot',
  jackpot_delete: 'approval_jackpot',
}

/** Requests are made in many places, each in its own transaction, so waiting ones are looked up. */
export const startRequestNotifications = (deps: Deps) =>
  startWatch(deps, {
    name: 'approval-news',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 10 * LOOK_EVERY_MS,
    failed: 'requests that wait could not be told to who may answer them',
    look: () => notifyOfRequests(deps),
  })

export async function notifyOfRequests(deps: Deps): Promise<void> {
  const now = deps.clock()
  const waiting = await withoutNotification(deps.db, now)
  if (waiting.length === 0) return
  const raised = await deps.db.transaction().execute(async tx => {
    const created: (Raised | null)[] = []
    for (const request of waiting) created.push(await raise(tx, notificationFor(request), now))
    return created
  })
  announce(deps, raised)
}

type Waiting = Awaited<ReturnType<typeof withoutNotification>>[number]

const withoutNotification = (db: Db, now: number) =>
  db
    .selectFrom('approval_requests as a')
    .leftJoin('slots as s', 's.id', 'a.slot_id')
    .leftJoin('locations as l', 'l.id', 'a.location_id')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select(['a.id', 'a.kind', 'a.tenant_id', 'a.location_id', 'a.slot_id', 'a.level_name', 'a.cause'])
    .select(['a.asked_by_id', 'a.asked_by', 'a.expires_at', 's.serial'])
    .select(['l.name as location_name', 't.name as tenant_name'])
    .where('a.answer', 'is', null)
    .where('a.expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('notifications as n').select('n.id').whereRef('n.request_id', '=', 'a.id'))),
    )
    .orderBy('a.id')
    .limit(MOST_AT_ONCE)
    .execute()

function notificationFor(request: Waiting) {
  const { id, kind, tenant_id: tenantId, location_id, slot_id, serial, level_name } = request
  const { location_name, tenant_name } = request
  const [resourceType, resourceId] = slot_id
    ? (['slot', slot_id] as const)
    : location_id
      ? (['location', location_id] as const)
      : (['tenant', tenantId] as const)
  const about = [serial, level_name, location_name ?? tenant_name].filter(Boolean).join(', ')
  return {
    template: templateOf[kind],
    tenantId,
    resourceType,
    resourceId,
    details: {
      approval_id: id,
      tenant_id: tenantId,
      tenant_name,
      ...(location_id && location_name && { location_id, location_name }),
      ...(slot_id && serial && { slot_id, slot_name: serial }),
    },
    data: { about, actor: request.asked_by, reason: request.cause },
    request: { id, kind, requestedById: request.asked_by_id, openUntil: request.expires_at },
  }
}
