import { recordChange } from '../../platform/audit/audit.service'
import { isPostgres } from '../../platform/db/bulk'
import type { Api } from '../../platform/http/api'
import { command, each, type CommandContext } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import type { RowOf } from '../../platform/contract/contract'
import { sql } from 'kysely'
import { handpaysContract } from './handpays.contract'
import { handpaysStore } from './handpays.store'

type Handpay = RowOf<typeof handpaysContract>

export function register(api: Api): void {
  crud(api, handpaysStore)
  command(
    api,
    handpaysStore,
    handpaysContract.actions.confirm,
    'Confirm that a handpay was paid; it waits for the reset of its slot from then on',
    each((context, row, { remarks }) => confirm(context, row, remarks)),
  )
}

/** Of two who confirm at once the second finds it paid. A jackpot's win is confirmed where it is booked. */
async function confirm({ db, actor, scope, now }: CommandContext, { _id }: Handpay, remarks: string | null) {
  if (isPostgres(db))
    await sql`select id from slots
      where id = (select slot_id from pending_handpays where id = ${_id}) for no key update`.execute(db)
  const row = await handpaysStore.get(db, scope, _id, now)
  if (row.win) return { outcome: 'skipped' as const, reason: 'win' }
  if (row.paid_by !== null) return { outcome: 'skipped' as const, reason: 'paid' }
  await db
    .insertInto('handpay_payments')
    .values({
      id: _id,
      tenant_id: row.tenant._id,
      location_id: row.location._id,
      slot_id: row.slot._id,
      paid_by_id: actor.id,
      paid_by: actor.name,
      paid_at: now,
      remarks,
    })
    .execute()
  const { amount, kind, since } = row
  await recordChange(
    db,
    actor,
    {
      entity: 'handpay',
      id: _id,
      tenantId: row.tenant._id,
      action: 'confirm',
      before: { slot: row.slot.name, amount, kind, since, paid_by: null },
      after: { slot: row.slot.name, amount, kind, since, paid_by: actor.name, remarks },
    },
    now,
  )
  return { outcome: 'done' as const }
}
