import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { placeOf } from '../../telemetry/gaming-days/place.service'
import type { Api } from '../../platform/http/api'
import { reason } from '../../platform/contract/contract'
import { crud } from '../../platform/http/crud'
import { limiter } from '../../platform/http/limiter'
import { dailyReportAnswer, dailyReportsRule } from './daily-reports.contract'
import { readDailyReport } from './stored-reports.service'
import { dailyReportsStore, monthlyReportsStore } from './fiscal-reports.stores'
import { isoMonth, monthAnswer, monthlyReportsRule } from './monthly-reports.contract'
import {
  LAYOUT_PERMISSION,
  layoutAnswer,
  layoutInput,
  logoAnswer,
  logoPath,
  MAX_LOGO_UPLOAD,
} from './form-layout.contract'
import { readLayout, setLayout } from './form-layout.service'
import { removeLogo, saveLogo } from './form-logo.service'
import { monthOf } from './monthly-reports.service'

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
      return monthOf(db, place, month, now)
    },
  )
  registerLayout(api)
  registerLogo(api)
}

function registerLayout(api: Api): void {
  const path = `/api/${family}/v1/tenant/:id/form-layout`
  api.endpoint(
    {
      method: 'GET',
      path,
      family,
      permission: dailyReportsRule,
      summary: 'A tenant’s own layout of its fiscal forms; null where they look as their currency’s do',
      params: z.object({ id }),
      response: layoutAnswer,
    },
    ({ params, db, scope }) => readLayout(db, scope, params.id),
  )
  api.endpoint(
    {
      method: 'POST',
      path,
      family,
      permission: LAYOUT_PERMISSION,
      summary: 'Set the layout of a tenant’s fiscal forms, or remove it. Sealed reports are not changed',
      params: z.object({ id }),
      body: layoutInput,
      response: layoutAnswer,
      write: true,
    },
    ({ params, db, scope, actor, body, now }) => setLayout(db, actor, scope, params.id, body, now),
  )
}

function registerLogo(api: Api): void {
  const drawing = limiter(20, 600)
  const logoEndpoint = {
    family,
    permission: LAYOUT_PERMISSION,
    params: z.object({ id }),
    response: logoAnswer,
  } as const
  api.endpoint(
    {
      ...logoEndpoint,
      method: 'POST',
      path: logoPath(':id'),
      summary: 'Set the logo of a tenant’s fiscal forms: a PNG or JPEG, stored as a small picture',
      query: z.object({ reason }),
      bytes: true,
      maxBytes: MAX_LOGO_UPLOAD,
      // The same picture is the same however often it is sent.
      repeatable: true,
      refuses: [413, 429],
    },
    async ({ deps, actor, scope, params, query, bytes }) => {
      await drawing(actor.id)
      return saveLogo(deps, actor, scope, { tenantId: params.id, reason: query.reason, bytes })
    },
  )
  api.endpoint(
    {
      ...logoEndpoint,
      method: 'POST',
      path: `${logoPath(':id')}/remove`,
      summary: 'Remove the logo of a tenant’s fiscal forms. Sealed reports are not changed',
      body: z.strictObject({ reason }),
      write: true,
    },
    ({ db, actor, scope, params, body, now }) =>
      removeLogo(db, actor, scope, { tenantId: params.id, reason: body.reason }, now),
  )
}
