import type { Api } from '../../platform/http/api'
import { counterReport } from './counters.queries'
import {
  counterAnswer,
  counterContract,
  counterRequest,
  recordAnswer,
  recordContract,
  recordRequest,
} from './reconciliation.contract'
import { ticketAnswer, ticketContract, ticketRequest } from './tickets.contract'
import { ticketReport } from './tickets.queries'
import { recordReport } from './records.queries'

const family = 'fiscal-reports'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: counterContract.path,
      reads: true,
      mayLag: true,
      family,
      permission: counterContract.permission,
      summary:
        'Mechanical counters against electronic meters in money, with tolerance and the reasons that people gave',
      body: counterRequest,
      response: counterAnswer,
    },
    ({ db, scope, body, now }) => counterReport(db, scope, body, now),
  )
  api.endpoint(
    {
      method: 'POST',
      path: recordContract.path,
      reads: true,
      mayLag: true,
      family,
      permission: recordContract.permission,
      summary:
        'Bills, tickets, handpays and transfers as they were reported one by one, against their meters',
      body: recordRequest,
      response: recordAnswer,
    },
    ({ db, scope, body, now }) => recordReport(db, scope, body, now),
  )
  api.endpoint(
    {
      method: 'POST',
      path: ticketContract.path,
      reads: true,
      mayLag: true,
      family,
      permission: ticketContract.permission,
      summary: 'Tickets printed and not redeemed, by slots’ ticket meters: by location, day or slot',
      body: ticketRequest,
      response: ticketAnswer,
    },
    ({ db, scope, body, now }) => ticketReport(db, scope, body, now),
  )
}
