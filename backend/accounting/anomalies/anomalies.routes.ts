import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { command, each, type CommandContext } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { anomaliesContract, type AnomalyState } from './anomalies.contract'
import { anomaliesStore } from './anomalies.store'

interface Row {
  _id: string
  version: number
  state: string
  rule: string
  tenant: { _id: string }
  slot: { _id: string; name: string }
}

export function register(api: Api): void {
  crud(api, anomaliesStore)
  const { acknowledge, clear } = anomaliesContract.actions
  command(
    api,
    anomaliesStore,
    acknowledge,
    'Somebody looks after what was found: it stays on the list until it is cleared',
    each(async (context: CommandContext, row: Row) => {
      if (row.state !== 'open') return { outcome: 'skipped', reason: row.state }
      const { actor, now } = context
      await move(context, row, 'acknowledged', { acknowledged_by: actor.name, acknowledged_at: now })
      return { outcome: 'done' }
    }),
  )
  command(
    api,
    anomaliesStore,
    clear,
    'Say what it was: what comes after it is found anew',
    each(async (context: CommandContext, row: Row, { reason }) => {
      if (row.state === 'cleared') return { outcome: 'skipped', reason: row.state }
      const { actor, now } = context
      await move(context, row, 'cleared', { cleared_by: actor.name, cleared_at: now, cleared_reason: reason })
      return { outcome: 'done' }
    }),
  )
}

const ACTIONS = { acknowledged: 'acknowledge', cleared: 'clear' } as const

/** Where two people answer at once, the second one gets a conflict. */
async function move(
  { db, actor, now }: CommandContext,
  { _id, version, state, rule, tenant, slot }: Row,
  to: Exclude<AnomalyState, 'open'>,
  set: Record<string, string | number>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('anomalies')
    .set({ ...set, state: to, updated_at: now, version: version + 1 })
    .where('id', '=', _id)
    .where('state', '=', state as AnomalyState)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== 1) throw new Problem(409, 'version_conflict')
  await recordChange(
    db,
    actor,
    {
      entity: 'anomaly',
      id: _id,
      tenantId: tenant._id,
      action: ACTIONS[to],
      before: { serial: slot.name, rule, state },
      after: {
        serial: slot.name,
        rule,
        state: to,
        ...(to === 'cleared' && { reason: String(set.cleared_reason) }),
      },
    },
    now,
  )
}
