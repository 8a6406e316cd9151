import type { Api } from '../../platform/http/api'
import { dropVariance } from './drop-variance.queries'
import { journal } from './journal.queries'
import {
  journalAnswer,
  journalContract,
  journalRequest,
  varianceAnswer,
  varianceContract,
  varianceRequest,
} from './ledger.contract'

const family = 'fiscal-reports'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: journalContract.path,
      reads: true,
      mayLag: true,
      family,
      permission: journalContract.permission,
      summary: 'Double entries of closed days’ takings, for the ledger; days that are not closed are named',
      body: journalRequest,
      response: journalAnswer,
    },
    ({ db, scope, body, now }) => journal(db, scope, body, now),
  )
  api.endpoint(
    {
      method: 'POST',
      path: varianceContract.path,
      reads: true,
      mayLag: true,
      family,
      permission: varianceContract.permission,
      summary: 'Counted cash against the bill meter, by slot, location or collector',
      body: varianceRequest,
      response: varianceAnswer,
    },
    ({ db, scope, body, now }) => dropVariance(db, scope, body, now),
  )
}
