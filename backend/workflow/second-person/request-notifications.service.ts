/** Whoever may answer a request is told of it, until somebody has answered. That it is over, the database notes with the answer. */
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { TemplateName } from '../notifications/notification-templates.contract'
import { announce, raise, type Raised } from '../notifications/notifications.service'
import { startWatch } from '../../platform/tasks/watch.service'
import type { ApprovalKind } from './approval-kinds.contract'

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

/** Requests are made in many places, each in its own transaction: what waits is looked up instead of told by each of them. */
export const startApprovalNews = (deps: Deps) =>
  startWatch(deps, {
    name: 'approval-news',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 10 * LOOK_EVERY_MS,
    failed: 'requests that wait could not be told to who may answer them',
    look: () => tellOfRequests(deps),
  })

export async function tellOfRequests(deps: Deps): Promise<void> {
  const now = deps.clock()
  const waiting = await untold(deps.db, now)
  if (waiting.length === 0) return
  const raised = await deps.db.transaction().execute(async tx => {
    const told: (Raised | null)[] = []
    for (const request of waiting) told.push(await raise(tx, newsOf(request), now))
    return told
  })
  announce(deps, raised)
}

type Waiting = Awaited<ReturnType<typeof untold>>[number]

const untold = (db: Db, now: number) =>
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

function newsOf(request: Waiting) {
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
    request: { id, kind, askedById: request.asked_by_id, openUntil: request.expires_at },
  }
}
