import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { attemptOf, once } from '../../platform/http/idempotency'
import { heldByLocation, heldBySlot, heldBySmib } from './held.queries'
import {
  heldAnswer,
  heldPaths,
  setBackAnswer,
  setBackRequest,
  setBackBody,
  setBackPermission,
  setBackPreview,
} from './set-back.contract'
import { placesToShow, previewSetBack, setBack } from './set-back.service'

const family = 'rawdata'
const params = z.object({ id })

export function register(api: Api): void {
  for (const [type, read] of [
    ['slot', heldBySlot],
    ['location', heldByLocation],
    ['smib', heldBySmib],
  ] as const)
    api.endpoint(
      {
        method: 'GET',
        path: heldPaths[type],
        family,
        summary: `What held for a ${type}, and since when`,
        permission: `${type}::get`,
        params,
        response: z.object({ held: heldAnswer }),
      },
      async ({ db, scope, params: { id: one } }) => ({ held: await read(db, scope, one) }),
    )
  api.endpoint(
    {
      method: 'POST',
      path: heldPaths.preview,
      family,
      summary: 'What setting back a change that was entered late would move; nothing is written',
      permission: setBackPermission,
      body: setBackRequest,
      response: z.object({ preview: setBackPreview }),
      reads: true,
      refuses: [409],
    },
    async ({ db, actor, scope, now, body }) => ({
      preview: await previewSetBack({ db, actor, scope, now }, body),
    }),
  )
  api.endpoint(
    {
      method: 'POST',
      path: heldPaths.add,
      family,
      summary:
        'Set back since when a slot’s place or price, a location’s clock, or a SMIB’s slot has held: a task books anew what was read since; where the tenant asks for it, a second person first',
      permission: setBackPermission,
      body: setBackBody,
      response: setBackAnswer,
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
        setBack({ db: tx, actor, scope, now }, request, reason, ahead()),
      )
    },
  )
}
