import { allows } from '../../platform/contract/permissions'
import type { Api } from '../../platform/http/api'
import {
  extendedMetersContract,
  networkAnswer,
  networkRequest,
  slotGamesContract,
} from './network-report.contract'
import { networkReport } from './network-report.queries'

export function registerNetworkReports(api: Api): void {
  for (const [{ path, permission }, summary] of [
    [
      slotGamesContract,
      'How games and slots perform: return against theory with the band that so many games allow, by game, slot or location',
    ],
    [extendedMetersContract, 'Every meter’s movement by slot, location, tenant or game, with totals'],
  ] as const)
    api.endpoint(
      {
        method: 'POST',
        path,
        reads: true,
        mayLag: true,
        family: 'aggregate',
        permission,
        summary,
        body: networkRequest,
        response: networkAnswer,
      },
      ({ db, scope, actor, body, now }) =>
        networkReport(db, scope, body, {
          now,
          // A sum over some of the jackpots would be taken for all of them.
          seesJackpots:
            path === slotGamesContract.path && !actor.rules && allows(actor.permissions, 'jackpot::list'),
        }),
    )
}
