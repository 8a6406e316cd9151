import { DAY_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { recordChange } from '../../platform/audit/audit.service'
import { id } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { Api } from '../../platform/http/api'
import { demandReadings } from '../archives/archived.service'
import { enqueue } from '../../platform/tasks/tasks.service'
import {
  MOST_DAYS,
  reaggregateBody,
  reaggregatePath,
  reaggregatePermission,
  type Reaggregated,
} from './reaggregation.contract'
import { reaggregateTask } from './reaggregate-task'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: reaggregatePath,
      family: 'rawdata',
      summary:
        'Recalculate sums of hours and days from readings and decisions, compare them with the stored ones, and correct what differs: a task',
      permission: reaggregatePermission,
      body: reaggregateBody,
      response: z.object({ task: id }),
      write: true,
      refuses: [409],
    },
    async ({ db, actor, scope, now, body: { type, id: subject, ...request } }) => {
      demandPeriod(request)
      // Whom rules narrow to a part of the network has no sums of the whole worked out.
      if (type !== 'slot') demandWhole(actor)
      const tenantId = await tenantOf(db, scope, type, subject)
      await demandReadings(db, { type, id: subject }, request.from)
      const { id: by, name, tenantId: own } = actor
      const kind = actor.kind === 'token' ? 'token' : 'user'
      const task = await enqueue(
        db,
        reaggregateTask,
        { type, id: subject, ...request, actor: { id: by, name, tenantId: own, kind } },
        { tenantId, createdBy: name, now },
      )
      await recordChange(
        db,
        actor,
        {
          entity: type,
          id: subject,
          tenantId,
          action: 'reaggregate',
          before: null,
          after: { ...request, task },
        },
        now,
      )
      return { task }
    },
  )
}

function demandPeriod({ from, through }: { from: string; through: string }): void {
  const days = (Date.parse(through) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) throw invalidField('through', 'before_from')
  if (days > MOST_DAYS) throw invalidField('through', 'span_too_long', { days: MOST_DAYS })
}

/** Throws 404 for what is not there or not in scope. */
async function tenantOf(db: Db, { tenantId }: Scope, type: Reaggregated, subject: string): Promise<string> {
  const found =
    type === 'tenant'
      ? await db
          .selectFrom('tenants')
          .select('id as tenant_id')
          .where('id', '=', subject)
          .$if(tenantId !== null, query => query.where('id', '=', tenantId ?? ''))
          .executeTakeFirst()
      : await db
          .selectFrom(type === 'slot' ? 'slots' : 'locations')
          .select('tenant_id')
          .where('id', '=', subject)
          .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
          .executeTakeFirst()
  if (!found) throw new Problem(404, 'not_found')
  return found.tenant_id
}
