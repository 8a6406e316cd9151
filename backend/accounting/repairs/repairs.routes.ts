import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { attemptOf, once } from '../../platform/http/idempotency'
import type { EndpointContext } from '../../platform/http/api'
import { whileNothingIsStored } from '../../telemetry/rebooking/ruled-judgement.service'
import {
  repairAnswer,
  repairDecision,
  repairEffect,
  repairEvidence,
  repairPreview,
  repairReopening,
  repairsContract,
} from './repairs.contract'
import { evidenceOf, repairOf } from './repairs.queries'
import {
  answerProposal,
  decide,
  outdateProposal,
  previewDecision,
  reopen,
  whatCanBeDecided,
} from './repairs.service'
import { repairsStore } from './repairs.store'

const family = 'repairs'
const params = z.object({ id })
const one = '/api/repairs/v1/repair/:id'
const deciding = 'slot::decide_repair'

export function register(api: Api): void {
  crud(api, repairsStore)
  api.endpoint(
    {
      method: 'GET',
      path: `${one}/evidence`,
      family,
      summary: 'The readings around a meter discrepancy, what is proposed, and what was decided',
      permission: repairsContract.permissions.read,
      params,
      response: z.object({ evidence: repairEvidence }),
    },
    async ({ db, deps, actor, scope, now, params: { id } }) => {
      const repair = await repairOf(db, scope, id, now)
      const evidence = await evidenceOf(db, actor, scope, repair)
      return { evidence: { ...evidence, ...(await whatCanBeDecided(deps.db, repair, evidence.choices)) } }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: `${one}/preview`,
      family,
      summary: 'Which hours, days and totals a decision would change; nothing is written',
      permission: deciding,
      params,
      body: repairPreview,
      response: z.object({ effect: repairEffect }),
      reads: true,
      refuses: [409],
    },
    async ({ db, deps, scope, now, params: { id: repair }, body }) => {
      await repairOf(db, scope, repair, now)
      return { effect: await previewDecision({ db: deps.db, scope, now }, repair, body.decision) }
    },
  )
  for (const [name, summary, body, act] of [
    [
      'decide',
      'Decide a crossing in doubt, or propose it where a second person is asked for',
      repairDecision,
      (who: Who, repair: string, sent: unknown) => decide(who, repair, repairDecision.parse(sent)),
    ],
    [
      'answer',
      'Approve or refuse what somebody else proposed',
      repairAnswer,
      (who: Who, repair: string, sent: unknown) => {
        const { answer, reason } = repairAnswer.parse(sent)
        return answerProposal(who, repair, answer, reason)
      },
    ],
    [
      'reopen',
      'Take back what was decided',
      repairReopening,
      (who: Who, repair: string, sent: unknown) => reopen(who, repair, repairReopening.parse(sent).reason),
    ],
  ] as const) {
    api.endpoint(
      {
        method: 'POST',
        path: `${one}/${name}`,
        family,
        summary,
        permission: deciding,
        params,
        body: body as z.ZodType,
        // Null: without what was decided nothing is in doubt there any more.
        response: z.object({ repair: repairsContract.row.nullable() }),
        repeatable: true,
        refuses: [409],
      },
      async context => {
        // Among what rules leave to whom asks; what it books follows from all of the slot's readings.
        if (context.actor.rules) await repairOf(context.db, context.scope, context.params.id, context.now)
        return whileNothingIsStored(context.deps, () =>
          closing(
            context,
            once(context.deps, attemptOf(context), async db => {
              await act({ ...context, db }, context.params.id, context.body)
              const [repair = null] = await repairsStore.present(
                db,
                context.scope,
                [context.params.id],
                context.now,
              )
              return { repair }
            }),
          ),
        )
      },
    )
  }
}

/**
 * A proposal that would move something else by now is closed, and whoever approved it gets the refusal as the answer.
 */
async function closing(
  context: EndpointContext<{ id: string }, unknown, unknown>,
  answered: Promise<unknown>,
) {
  try {
    return await answered
  } catch (error) {
    if (error instanceof Problem && error.code === 'repair_changed') {
      const { reason } = repairAnswer.parse(context.body)
      await context.deps.db
        .transaction()
        .execute(tx => outdateProposal({ ...context, db: tx }, context.params.id, reason))
    }
    throw error
  }
}

type Who = Pick<EndpointContext<unknown, unknown, unknown>, 'actor' | 'scope' | 'now'> & { db: Db }
