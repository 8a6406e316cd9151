import { z } from 'zod'
import { id } from '../contract/primitives'
import { Problem } from '../contract/problem'
import { placeOf } from '../days/place.service'
import type { Api } from '../http/api'
import { crud } from '../http/crud'
import { dailyReportAnswer, dailyReportsRule } from './daily-reports.contract'
import { readDailyReport } from './fiscal-reports.queries'
import { dailyReportsStore, monthlyReportsStore } from './fiscal-reports.stores'
import { isoMonth, monthAnswer, monthlyReportsRule } from './monthly-reports.contract'
import { readMonth } from './monthly-reports.service'

const family = 'fiscal-reports'

export function register(api: Api): void {
  crud(api, dailyReportsStore)
  crud(api, monthlyReportsStore)
  api.endpoint(
    {
      method: 'GET',
      path: `/api/${family}/v1/daily-report/:id/form`,
      family,
      permission: dailyReportsRule,
      summary: 'A daily fiscal report with everything that it prints, as it was made; any revision',
      params: z.object({ id }),
      response: dailyReportAnswer,
    },
    ({ params: { id }, db, scope }) => readDailyReport(db, scope, id),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `/api/${family}/v1/location/:id/month/:month`,
      family,
      permission: monthlyReportsRule,
      summary:
        'A location’s monthly fiscal report, a form for each currency, made of the reports of its days',
      params: z.object({ id, month: isoMonth }),
      response: monthAnswer,
    },
    async ({ params: { id, month }, db, scope, now }) => {
      const place = await placeOf(db, scope, id)
      const documents = await readMonth(db, place, month, now)
      if (documents.length === 0) throw new Problem(404, 'not_found')
      return {
        location: { _id: place.locationId, name: place.locationName },
        month,
        state: 'draft' as const,
        documents,
      }
    },
  )
}
