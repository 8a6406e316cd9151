import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { command, each, type CommandContext } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { recordChange } from '../../platform/audit/audit.service'
import { isSecondPerson } from '../../workflow/second-person/second-person.service'
import { demandWholeLocation, shiftOf } from './bounds.service'
import { sheetOf } from './sheet.service'
import { handoverDraft, handoverDraftPath, shiftHandoversContract } from './shift-handovers.contract'
import { shiftHandoversStore } from './shift-handovers.store'
import type { ShiftHandoversTable } from './shift-handovers.table'

const { actions, family } = shiftHandoversContract

export function register(api: Api): void {
  crud(api, shiftHandoversStore)
  api.endpoint(
    {
      method: 'GET',
      path: `${handoverDraftPath}/:location`,
      family,
      summary: 'The shift handover sheet of a location as it would be signed now',
      permission: actions.take_over.permission,
      params: z.object({ location: id }),
      query: z.object({ began_at: shiftHandoversContract.input.shape.began_at }),
      response: z.object({ draft: handoverDraft }),
    },
    async ({ db, actor, scope, params, query, now }) => {
      demandWholeLocation(actor)
      const { location, from, before, waiting } = await shiftOf(db, scope, params.location, {
        now,
        beganAt: query.began_at,
      })
      return {
        draft: {
          location: { _id: location.id, name: location.name },
          from,
          to: now,
          time_zone: location.time_zone,
          sheet: await sheetOf({ db, actor, location, from, to: now }, before),
          waiting,
        },
      }
    },
  )
  command(
    api,
    shiftHandoversStore,
    actions.take_over,
    'Take over a shift: the second signature of its sheet, by another person than who handed over',
    each(async (context, row, { taken_over_remarks }) => {
      demandWholeLocation(context.actor)
      const { db, actor, now } = context
      const sheet = await storedOf(context, row._id)
      if (sheet.state !== 'waiting') return { outcome: 'skipped', reason: sheet.state }
      if (!(await isSecondPerson(db, actor, sheet.handed_over_by_id))) throw new Problem(409, 'handover_own')
      return sign(context, sheet, {
        state: 'taken_over',
        taken_over_by_id: actor.id,
        taken_over_by: actor.name,
        taken_over_at: now,
        taken_over_remarks,
      })
    }),
  )
  command(
    api,
    shiftHandoversStore,
    actions.withdraw,
    'Withdraw a sheet that nobody has taken over, by who handed over',
    each(async (context, row) => {
      const sheet = await storedOf(context, row._id)
      if (sheet.state !== 'waiting') return { outcome: 'skipped', reason: sheet.state }
      if (sheet.handed_over_by_id !== context.actor.id) throw new Problem(409, 'handover_foreign')
      return sign(context, sheet, { state: 'withdrawn' })
    }),
  )
}

const storedOf = ({ db }: Pick<CommandContext, 'db'>, sheet: string) =>
  db.selectFrom('shift_handovers').selectAll().where('id', '=', sheet).executeTakeFirstOrThrow()

/** Of two who sign at once the second finds it signed. */
async function sign(
  { db, actor, now }: Pick<CommandContext, 'db' | 'actor' | 'now'>,
  { id, tenant_id, number }: ShiftHandoversTable,
  change: Partial<ShiftHandoversTable> & Pick<ShiftHandoversTable, 'state'>,
): Promise<{ outcome: 'done' | 'skipped'; reason?: string }> {
  const signed = await db
    .updateTable('shift_handovers')
    .set(row => ({ ...change, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!signed) return { outcome: 'skipped', reason: 'taken_over' }
  const { taken_over_by_id: _id, ...after } = change
  await recordChange(
    db,
    actor,
    {
      entity: 'shift-handover',
      id,
      tenantId: tenant_id,
      action: change.state === 'withdrawn' ? 'withdraw' : 'take_over',
      before: { number, state: 'waiting' },
      after: { number, ...after },
    },
    now,
  )
  return { outcome: 'done' }
}
