/**
 * Paths that section 7 of the specification names and that this product serves by others: all of them, in one place.
 */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import { placeOf } from '../../telemetry/gaming-days/place.service'
import { editBuckets } from '../../accounting/days/edit-buckets.contract'
import {
  counterEdit,
  editPaths,
  eventEdit,
  slotDataEdit,
} from '../../accounting/corrections/message-edits.contract'
import { exportsContract } from '../../workflow/exports/exports.contract'
import { dayOfReport } from '../../accounting/fiscal-reports/report-day.service'
import { sealDayInput } from '../../accounting/sealing/sealing.contract'
import { reason } from '../../platform/contract/contract'
import type { Api } from '../../platform/http/api'
import { aliasPath } from '../../platform/http/path-aliases'
import { demandSame } from '../../platform/http/written'

const fiscal = '/api/fiscal-reports/v1'

/** After every module: each path is another one of an endpoint that is there. */
export function registerLast(api: Api): void {
  aliasPath(api, { path: `POST ${fiscal}/list`, of: `POST ${fiscal}/daily-reports` })
  aliasPath(api, {
    path: 'POST /api/users/v1/api-tokens',
    of: 'POST /api/authorization/v1/api-tokens',
  })
  for (const method of ['GET', 'PUT'])
    aliasPath(api, {
      path: `${method} /api/settings/v1/dashboard`,
      of: `${method} /api/dashboard/v1/settings`,
    })
  aliasPath(api, {
    path: 'POST /api/rawdata/v1/ignore-message/add',
    of: 'POST /api/rawdata/v1/ignore-message',
  })
  aliasPath(api, {
    path: 'POST /api/rawdata/v1/ignore-message/reaggregate',
    of: 'POST /api/rawdata/v1/reaggregate',
  })
  monthsOfLocation(api)
  validatedReport(api)
  validate(api)
  deleteUser(api)
  edit(api)
  for (const family of ['rawdata', 'aggregations'] as const) exportOf(api, family)
}

function monthsOfLocation(api: Api): void {
  aliasPath(api, {
    path: `POST ${fiscal}/list-monthly-reports/:location_id`,
    of: `POST ${fiscal}/monthly-reports`,
    summary: 'List the monthly reports of a location',
    params: z.object({ location_id: id }),
    asks: async ({ db, scope, params, body }) => {
      const location = String(params.location_id)
      await placeOf(db, scope, location)
      const { exactFields, exactValues } = body as { exactFields: string[]; exactValues: unknown[] }
      return {
        body: {
          ...body,
          exactFields: [...exactFields, 'location'],
          exactValues: [...exactValues, location],
        },
      }
    },
  })
}

/** A draft is no validated report: whoever asks for one must not take it for it. */
function validatedReport(api: Api): void {
  aliasPath(api, {
    path: `GET ${fiscal}/validated-report/:id`,
    of: `GET ${fiscal}/daily-report/:id`,
    summary: 'Get one daily report that is validated, which is sealed; of another 404',
    says: answer => {
      if ((answer['daily-report'] as { state: string }).state !== 'sealed')
        throw new Problem(404, 'not_found', { message: 'This report is not validated' })
      return answer
    },
  })
}

/**
 * The specification validates a report; here its whole day is sealed, in order. What was not looked at stops it: 409.
 */
function validate(api: Api): void {
  const body = sealDayInput.extend({ reports: sealDayInput.shape.reports.optional() })
  for (const [path, params, sent] of [
    ['validate', undefined, body.extend({ id })],
    ['validate/:id', z.object({ id }), body.extend({ id: id.optional() })],
  ] as const)
    aliasPath(api, {
      path: `POST ${fiscal}/${path}`,
      of: `POST ${fiscal}/location/:id/day/:day/seal`,
      summary:
        'Validate a daily report: seal its day. `reports` names all of the day’s, where there are several',
      params,
      body: sent,
      asks: async ({ db, scope, params, body: { id: named, ...rest }, now }) => {
        const report = String((params as { id?: string } | undefined)?.id ?? named)
        if (named !== undefined) demandSame({ id: report }, { id: named })
        const { location, day } = await dayOfReport(db, scope, report, now)
        return {
          params: { id: location, day },
          body: { ...rest, reports: rest.reports ?? [report] },
        }
      },
    })
}

/** Users are archived and keep their history (ruling 26); `deleted` says that it is done. */
function deleteUser(api: Api): void {
  const of = 'POST /api/users/v1/archive/user/:id'
  aliasPath(api, {
    path: 'POST /api/users/v1/delete/:id',
    of,
    summary: 'Delete a user: the user is archived, so that records of what they did stay complete',
    response: (api.served.get(of)?.spec.response as z.ZodObject | undefined)?.extend({ deleted: id }),
    says: answer => ({ ...answer, deleted: (answer.user as { _id: string })._id }),
  })
}

/** One of the three buckets, with its item. */
function edit(api: Api): void {
  const items = {
    events: eventEdit.extend({ reason }),
    counters: counterEdit.extend({ reason }),
    slotdata: slotDataEdit.extend({ reason }),
  }
  aliasPath(api, {
    path: 'POST /api/rawdata/v1/edit',
    of: `POST ${editPaths.add('events')}`,
    summary:
      'Correct a part of a message, or exclude it: an event, a reading or a value of slot data. Requests it where a second person has to approve',
    body: z
      .strictObject(items)
      .partial()
      .superRefine((given, context) => {
        const named = editBuckets.filter(bucket => given[bucket] !== undefined)
        if (named.length !== 1)
          context.addIssue({
            code: 'custom',
            path: [named[1] ?? 'events'],
            message: named.length === 0 ? 'required' : 'repeated',
          })
      })
      .meta({ minProperties: 1 }),
    asks: async ({ body }) => {
      const bucket = editBuckets.find(one => body[one] !== undefined) ?? 'events'
      return { of: `POST ${editPaths.add(bucket)}`, body: body[bucket] as object }
    },
  })
}

/** The name of one of the family's own lists: `events`, or `rawdata/events`. */
function exportOf(api: Api, family: 'rawdata' | 'aggregations'): void {
  const list = exportsContract.input.shape.list
  const own = z
    .string()
    .max(121)
    .transform(name => (name.includes('/') ? name : `${family}/${name}`))
    .pipe(list.refine(name => name.startsWith(`${family}/`), 'unknown'))
  aliasPath(api, {
    path: `POST /api/${family}/v1/export`,
    of: 'POST /api/dataexport/v1/export',
    summary: `Write a list of ${family} into a file, in the background; needs the list’s own export permission as well`,
    body: exportsContract.input
      .extend({ list: family === 'aggregations' ? own.default('aggregations/query') : own })
      .strict(),
  })
}
