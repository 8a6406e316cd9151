import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { allows } from '../../platform/contract/permissions'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api, EndpointContext } from '../../platform/http/api'
import { actionResult } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { attemptOf, once } from '../../platform/http/idempotency'
import { whileNothingIsStored } from '../../telemetry/rebooking/ruled-judgement.service'
import { approvalsContract } from './approvals.contract'
import { answersKind } from '../../workflow/second-person/approval-kinds.contract'
import {
  answerRequest,
  canBeOutdated,
  outdateRequest,
  type Answering,
} from '../../workflow/second-person/answering.service'
import { approvalsStore } from './approvals.store'

const body = z.strictObject({ ids: z.array(id).length(1), reason })
type Context = EndpointContext<unknown, unknown, z.output<typeof body>>

/** Whoever may request it again at once gets no notification: the answer says so. */
const STAYS = new Set(['request_own', 'request_foreign', 'version_conflict', 'forbidden'])

export function register(api: Api): void {
  crud(api, approvalsStore)
  for (const [how, summary] of [
    ['approve', 'Do what somebody else asked for, exactly as it was shown to them'],
    ['refuse', 'Refuse what somebody else asked for: nothing changes'],
    ['withdraw', 'Take back what one has asked for: nothing changes'],
  ] as const) {
    const { permission, path } = approvalsContract.actions[how]
    api.endpoint(
      {
        method: 'POST',
        path,
        family: approvalsContract.family,
        summary,
        permission,
        body,
        response: z.object({ results: z.array(actionResult) }),
        repeatable: true,
        refuses: [409],
      },
      context => answer(context, how) as Promise<never>,
    )
  }
}

async function answer(context: Context, how: Answering): Promise<unknown> {
  const { body, db, scope, actor, now, deps } = context
  const [one = ''] = body.ids
  const request = await approvalsStore.get(db, scope, one, now)
  const needed = answersKind[request.kind]
  if (!allows(actor.permissions, needed))
    throw new Problem(403, 'forbidden', { details: { permission: needed } })
  try {
    // Nothing is worked out from readings meanwhile.
    return await whileNothingIsStored(deps, () =>
      once(deps, attemptOf(context), async tx => {
        const { state } = await approvalsStore.get(tx, scope, one, now)
        if (state !== 'waiting') return { results: [{ id: one, outcome: 'skipped', reason: state }] }
        const who = { db: tx, actor, scope, now }
        await answerRequest(who, request, how, body.reason)
        return { results: [{ id: one, outcome: 'done' }] }
      }),
    )
  } catch (error) {
    if (how === 'approve' && canBeOutdated(request.kind) && hasChanged(error))
      await deps.db
        .transaction()
        .execute(tx => outdateRequest({ db: tx, actor, scope, now }, request, body.reason))
        .then(() => {
          throw new Problem(409, 'approval_outdated')
        })
    throw error
  }
}

/** The request can no longer be carried out as it was shown. */
const hasChanged = (error: unknown): boolean =>
  error instanceof Problem && [404, 409, 422].includes(error.status) && !STAYS.has(error.code)
