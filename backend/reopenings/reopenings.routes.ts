import { recordChange } from '../audit/audit.service'
import { Problem } from '../contract/problem'
import { dayOf, placeOf } from '../days/place.service'
import { reopenFrom } from '../fiscal-reports/reopen.service'
import type { Api } from '../http/api'
import { command, crud, each, type CommandContext } from '../http/crud'
import { reopeningsContract, type ReopeningAnswer } from './reopenings.contract'
import { reopeningsStore } from './reopenings.store'

interface Row {
  _id: string
  version: number
  state: string
  tenant: { _id: string }
  location: { _id: string }
  day: string
  through: string
  cause: string
}

export function register(api: Api): void {
  crud(api, reopeningsStore)
  const { approve, refuse, withdraw } = reopeningsContract.actions

  command(
    api,
    reopeningsStore,
    approve,
    'Open the sealed days again that somebody else asked for: each gets a further revision, to be sealed anew',
    each(async (context: CommandContext, row: Row, { reason }) => {
      if (row.state !== 'waiting') return { outcome: 'skipped', reason: row.state }
      if (await isOwn(context, row)) throw new Problem(409, 'reopening_own')
      const place = dayOf(await placeOf(context.db, context.scope, row.location._id), row.day)
      await answer(context, row, 'reopened', reason)
      await reopenFrom(
        context.db,
        context.actor,
        place,
        { through: row.through, reason: row.cause },
        context.now,
      )
      return { outcome: 'done' }
    }),
  )
  command(
    api,
    reopeningsStore,
    refuse,
    'Refuse what somebody else asked to open again: nothing changes',
    each(async (context: CommandContext, row: Row, { reason }) => {
      if (row.state !== 'waiting') return { outcome: 'skipped', reason: row.state }
      if (await isOwn(context, row)) throw new Problem(409, 'reopening_own')
      await answer(context, row, 'refused', reason)
      return { outcome: 'done' }
    }),
  )
  command(
    api,
    reopeningsStore,
    withdraw,
    'Take back what one has asked to open again: nothing changes',
    each(async (context: CommandContext, row: Row, { reason }) => {
      if (row.state !== 'waiting') return { outcome: 'skipped', reason: row.state }
      if (!(await isOwn(context, row))) throw new Problem(409, 'reopening_foreign')
      await answer(context, row, 'withdrawn', reason)
      return { outcome: 'done' }
    }),
  )
}

async function isOwn({ db, actor }: CommandContext, { _id }: Row): Promise<boolean> {
  const { asked_by_id } = await db
    .selectFrom('reopenings')
    .select('asked_by_id')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  return asked_by_id === actor.id
}

const ACTIONS = { reopened: 'approve', refused: 'refuse', withdrawn: 'withdraw' } as const

/** Of two who answer at once the second finds it answered. */
async function answer(
  { db, actor, now }: CommandContext,
  { _id, version, tenant, day, through, cause }: Row,
  given: ReopeningAnswer,
  reason: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('reopenings')
    .set({
      answer: given,
      answered_by: actor.name,
      answered_at: now,
      answer_reason: reason,
      updated_at: now,
      version: version + 1,
    })
    .where('id', '=', _id)
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== 1) throw new Problem(409, 'version_conflict')
  await recordChange(
    db,
    actor,
    {
      entity: 'reopening',
      id: _id,
      tenantId: tenant._id,
      action: ACTIONS[given],
      before: { day, through, cause },
      after: { answer: given, reason },
    },
    now,
  )
}
