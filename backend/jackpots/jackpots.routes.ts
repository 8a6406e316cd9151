import { recordChange } from '../audit/audit.service'
import { networkOf } from '../contract/client-address'
import type { Api } from '../http/api'
import { command, crud, each } from '../http/crud'
import { limiter } from '../http/limiter'
import { jackpotLevelsContract, jackpotSourcesContract, jackpotWinsContract } from './jackpots.contract'
import { jackpotLevelsStore } from './jackpot-levels.store'
import { jackpotWinsStore } from './jackpot-wins.store'
import { jackpotSourcesStore, jackpotsStore } from './jackpots.stores'
import { pointAnswer, pointPath, pointQuery } from './point-check.contract'
import { checkPoint } from './point-check.queries'
import { nextHour } from './terms.service'
import { moveWin, redraw, resetLevel } from './wins.service'

/** Checks a minute from one network. */
const CHECKS_PER_MINUTE = 60

export function register(api: Api): void {
  crud(api, jackpotsStore)
  crud(api, jackpotLevelsStore)
  crud(api, jackpotSourcesStore)
  crud(api, jackpotWinsStore)
  levels(api)
  wins(api)
  const checks = limiter(CHECKS_PER_MINUTE, 60)
  api.endpoint(
    {
      method: 'GET',
      path: pointPath,
      family: 'jackpot-manager',
      summary:
        'Whether a mystery level’s point is the one that was committed to: opened once it is won, for everybody',
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
    each(async ({ db, actor, now }, row, { reason }) => {
      if (row.state !== 'hit') return { outcome: 'skipped', reason: 'running' }
      const { start_minor } = await resetLevel(db, row._id, now)
      await recordChange(
        db,
        actor,
        {
          entity: 'jackpot-level',
          id: row._id,
          tenantId: row.tenant._id,
          action: 'reset',
          before: { name: row.name, state: row.state },
          after: { name: row.name, state: 'running', start: { ...row.seed, minor: start_minor }, reason },
        },
        now,
      )
      return { outcome: 'done' }
    }),
  )
  command(
    api,
    jackpotLevelsStore,
    jackpotLevelsContract.actions.regenerate,
    'Draw another point for a mystery level; the one before is opened in the audit log',
    each(async ({ db, actor, now }, row, { reason }) => {
      if (row.kind !== 'mystery') return { outcome: 'skipped', reason: 'progressive' }
      if (row.state !== 'running') return { outcome: 'skipped', reason: 'hit' }
      const { before, after } = await redraw(db, row._id, now)
      await recordChange(
        db,
        actor,
        {
          entity: 'jackpot-level',
          id: row._id,
          tenantId: row.tenant._id,
          action: 'regenerate',
          before: { name: row.name, ...before },
          after: { name: row.name, ...after, reason },
        },
        now,
      )
      return { outcome: 'done' }
    }),
  )
}

function wins(api: Api): void {
  command(
    api,
    jackpotWinsStore,
    jackpotWinsContract.actions.stop,
    'Stop the celebration of a win; its payment is still to be confirmed',
    each(async ({ db, actor, now }, row, { reason }) =>
      (await moveWin(db, actor, { id: row._id, from: ['celebrating'], to: 'payment_pending', reason }, now))
        ? { outcome: 'done' }
        : { outcome: 'skipped', reason: row.state },
    ),
  )
  command(
    api,
    jackpotWinsStore,
    jackpotWinsContract.actions.pay,
    'Confirm that a win has been paid by hand',
    each(async ({ db, actor, now }, row, { reason }) =>
      (await moveWin(
        db,
        actor,
        { id: row._id, from: ['celebrating', 'payment_pending'], to: 'paid', reason },
        now,
      ))
        ? { outcome: 'done' }
        : { outcome: 'skipped', reason: row.state },
    ),
  )
}
