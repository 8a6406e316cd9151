import { invalidField } from '../../platform/contract/problem'
import { recordChange } from '../../platform/audit/audit.service'
import { networkOf } from '../../platform/contract/client-address'
import type { Api } from '../../platform/http/api'
import { command, each } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { limiter } from '../../platform/http/limiter'
import { requestCommands } from '../../workflow/second-person/request-commands'
import { orderPayment } from './aft.service'
import { jackpotLevelsContract, jackpotSourcesContract, jackpotWinsContract } from './jackpots.contract'
import { jackpotLevelsStore } from './jackpot-levels.store'
import { jackpotRequestsStore } from './jackpot-requests.store'
import { jackpotSnapshotsStore } from './jackpot-snapshots.store'
import { winReportsStore } from './win-reports.store'
import { jackpotWinsStore } from './jackpot-wins.store'
import { jackpotSourcesStore, jackpotsStore } from './jackpots.stores'
import { byOne } from './level-deeds.service'
import { withLevelValues } from './level-values.queries'
import { payWin, stopCelebration } from './payments.service'
import { pointAnswer, pointPath, pointQuery } from './point-check.contract'
import { checkPoint } from './point-check.queries'
import { kindOf } from './requests.contract'
import { winReportsContract } from './win-reports.contract'
import { nextHour } from './terms.service'
import { acceptWinReport, confirmWin, dismissWinReport } from './win-reports.service'

/** Checks a minute from one network. */
const CHECKS_PER_MINUTE = 60

export function register(api: Api): void {
  crud(api, withLevelValues(jackpotsStore))
  crud(api, jackpotLevelsStore)
  crud(api, jackpotSourcesStore)
  crud(api, jackpotWinsStore)
  crud(api, winReportsStore)
  crud(api, jackpotSnapshotsStore)
  levels(api)
  requests(api)
  wins(api)
  const checks = limiter(CHECKS_PER_MINUTE, 60)
  api.endpoint(
    {
      method: 'GET',
      path: pointPath,
      family: 'jackpot-manager',
      summary: 'Whether a mystery level’s trigger value is the committed one: revealed to all once it is won',
      permission: 'public',
      query: pointQuery,
      response: pointAnswer,
      refuses: [429],
    },
    async ({ db, actor, query }) => {
      await checks(networkOf(actor.ip ?? 'unknown'))
      return checkPoint(db, query.hash)
    },
  )
  command(
    api,
    jackpotSourcesStore,
    jackpotSourcesContract.actions.end,
    'Slots feed a jackpot no longer, from the next full hour on; what they have contributed stays',
    each(async ({ db, actor, now }, row, { reason }) => {
      if (row.to !== null) return { outcome: 'skipped', reason: 'ended' }
      const to_hour = nextHour(now)
      await db
        .updateTable('jackpot_sources')
        .set({ to_hour, updated_at: now, version: row.version + 1 })
        .where('id', '=', row._id)
        .execute()
      await recordChange(
        db,
        actor,
        {
          entity: 'jackpot-source',
          id: row._id,
          tenantId: row.tenant._id,
          action: 'end',
          before: { name: row.name, to: null },
          after: { name: row.name, to: to_hour, reason },
        },
        now,
      )
      return { outcome: 'done' }
    }),
  )
}

function levels(api: Api): void {
  command(
    api,
    jackpotLevelsStore,
    jackpotLevelsContract.actions.reset,
    'Begin the next run of a level whose win is paid: with its seed and what was kept hidden',
    each((context, row, { reason }) => byOne(context, 'reset', row, reason)),
  )
  command(
    api,
    jackpotLevelsStore,
    jackpotLevelsContract.actions.regenerate,
    'Draw another point for a mystery level; the one before is opened in the audit log',
    each((context, row, { reason }) => byOne(context, 'regenerate', row, reason)),
  )
}

function requests(api: Api): void {
  crud(api, jackpotRequestsStore)
  requestCommands(
    api,
    jackpotRequestsStore,
    {
      approve: 'Do to a level what somebody else has asked for',
      refuse: 'Refuse what somebody else has asked to be done to a level: nothing changes',
      withdraw: 'Take back what one has asked to be done to a level: nothing changes',
    },
    {
      kindOf: row => kindOf(row.kind),
      skips: ({ level }, how) => (how === 'approve' && level === null ? 'level_gone' : null),
    },
  )
}

function wins(api: Api): void {
  command(
    api,
    jackpotWinsStore,
    jackpotWinsContract.actions.stop,
    'Stop the celebration of a win; its payment is still due',
    each(async ({ db, actor, now }, row, { reason }) =>
      (await stopCelebration(db, actor, { id: row._id, reason }, now))
        ? { outcome: 'done' }
        : { outcome: 'skipped', reason: row.state },
    ),
  )
  command(
    api,
    jackpotWinsStore,
    jackpotWinsContract.actions.pay,
    'Confirm that a win has been paid by hand',
    each(async ({ db, actor, now }, row, { reason }) => {
      if (row.aft_state === 'ordered') return { outcome: 'skipped', reason: 'aft_under_way' }
      return (await payWin(db, actor, { id: row._id, method: 'hand', reason }, now))
        ? { outcome: 'done' }
        : { outcome: 'skipped', reason: row.state }
    }),
  )
  command(
    api,
    jackpotWinsStore,
    jackpotWinsContract.actions.pay_aft,
    'Order slots to take their wins onto the credit meter; a win is paid when its slot has said so',
    each((context, row, { reason }) => orderPayment(context, row._id, reason)),
  )
  command(
    api,
    jackpotWinsStore,
    jackpotWinsContract.actions.confirm,
    'Confirm a win that its machine has told without an amount; without one here it is what the level stood at',
    each((context, row, { amount, reason }) => {
      if (amount && amount.currency !== row.amount.currency) throw invalidField('amount', 'other_currency')
      return confirmWin(context, row, amount ?? row.amount, reason)
    }),
  )
  command(
    api,
    winReportsStore,
    winReportsContract.actions.accept,
    'Accept what a slot has told as a win of its level',
    each((context, row, { reason }) => acceptWinReport(context, row._id, reason)),
  )
  command(
    api,
    winReportsStore,
    winReportsContract.actions.dismiss,
    'Dismiss what a slot has told: there was no win',
    each((context, row, { reason }) => dismissWinReport(context, row._id, reason)),
  )
}
