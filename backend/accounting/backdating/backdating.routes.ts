import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { attemptOf, once } from '../../platform/http/idempotency'
import { historyOfLocation, historyOfSlot, historyOfSmib } from './assignment-history.queries'
import {
  assignmentHistory,
  backdatingPaths,
  backdatingAnswer,
  backdatingRequest,
  backdatingBody,
  backdatingPermission,
  backdatingPreview,
} from './backdating.contract'
import { placesToShow, previewBackdating, backdate } from './backdating.service'

const family = 'rawdata'
const params = z.object({ id })

export function register(api: Api): void {
  for (const [type, read] of [
    ['slot', historyOfSlot],
    ['location', historyOfLocation],
    ['smib', historyOfSmib],
  ] as const)
    api.endpoint(
      {
        method: 'GET',
        path: backdatingPaths[type],
        family,
        summary: `Assignment history of a ${type}`,
        permission: `${type}::get`,
        params,
        response: z.object({ held: assignmentHistory }),
      },
      async ({ db, scope, params: { id: one } }) => ({ held: await read(db, scope, one) }),
    )
  api.endpoint(
    {
      method: 'POST',
      path: backdatingPaths.preview,
      family,
      summary: 'What backdating a change that was entered late would move; nothing is written',
      permission: backdatingPermission,
      body: backdatingRequest,
      response: z.object({ preview: backdatingPreview }),
      reads: true,
      refuses: [409],
    },
    async ({ db, actor, scope, now, body }) => ({
      preview: await previewBackdating({ db, actor, scope, now }, body),
    }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: backdatingPaths.add,
      family,
      summary:
        'Backdate a slot’s location or denomination, a location’s clock, or the slot of a SMIB: a task books again what was read since; where the tenant requires it, a second person approves first',
      permission: backdatingPermission,
      body: backdatingBody,
      response: backdatingAnswer,
      repeatable: true,
      refuses: [409],
    },
    async context => {
      const { db, actor, scope, now, deps } = context
      const { reason, ...request } = context.body
      // A repeated request gets its first answer, whatever would refuse it by now.
      const ahead = await placesToShow({ db, actor, scope, now }, request).then(
        places => () => places,
        (error: unknown) => () => {
          throw error
        },
      )
      return once(deps, attemptOf(context), tx =>
        backdate({ db: tx, actor, scope, now }, request, reason, ahead()),
      )
    },
  )
}
