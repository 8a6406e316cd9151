import { z } from 'zod'
import { Problem } from '../../platform/contract/problem'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import {
  overviewPaths,
  groupOverview,
  groupType,
  locationOverview,
  shiftOverview,
  slotOverview,
  smibOverview,
  tenantOverview,
  timelineKind,
  timelineSpan,
} from './overview.contract'
import { groupOverviewOf } from './group-overview.queries'
import { locationOverviewOf } from './location-overview.queries'
import { shiftOverviewOf } from './shift-overview.queries'
import { slotOverviewOf } from './slot-overview.queries'
import { smibOverviewOf } from './smib-overview.queries'
import { tenantOverviewOf } from './tenant-overview.queries'

/** An id that fits nothing names nothing that exists. */
const checked = (value: string): string => {
  if (!id.safeParse(value).success) throw new Problem(404, 'not_found', { message: 'No such record' })
  return value
}
const byId = z.object({ id: z.string().max(64) })

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: overviewPaths.shift,
      family: 'board',
      permission: 'signed-in',
      summary: 'The start page of a shift: what needs attention, by the caller’s permissions',
      response: shiftOverview,
    },
    context => shiftOverviewOf(context, api.stores, context.deps),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${overviewPaths.tenant}/:id`,
      family: 'board',
      permission: { all: ['tenant::list', 'location::list', 'slot::list'] },
      summary:
        'One tenant: what is wrong with its slots, what it takes today, and its locations, the worst first',
      params: byId,
      response: tenantOverview,
    },
    ({ params, ...context }) => tenantOverviewOf(context, checked(params.id)),
  )
  for (const type of groupType.options)
    api.endpoint(
      {
        method: 'GET',
        path: `${overviewPaths.group}/${type}/:id`,
        family: 'board',
        permission: { all: [`${type}_entity_group::list`, 'slot::list'] },
        summary: `One group of ${type}s: what is wrong with the slots that it means`,
        params: byId,
        response: groupOverview,
      },
      ({ params, ...context }) => groupOverviewOf(context, api.stores, type, checked(params.id)),
    )
  api.endpoint(
    {
      method: 'GET',
      path: `${overviewPaths.smib}/:id`,
      family: 'board',
      permission: { all: ['smib::list', 'slot::get'] },
      summary: 'One SMIB: how many messages came, which numbers are missing, and what it has not answered',
      params: byId,
      response: smibOverview,
    },
    ({ params, ...context }) => smibOverviewOf(context, checked(params.id)),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${overviewPaths.location}/:id`,
      family: 'board',
      permission: { all: ['location::list', 'slot::list'] },
      summary: 'One location: its slots by position, what is wrong with them, and how complete its data are',
      params: byId,
      response: locationOverview,
    },
    ({ params, ...context }) => locationOverviewOf(context, checked(params.id)),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${overviewPaths.slot}/:id`,
      family: 'board',
      permission: 'slot::list',
      summary: 'One slot: its figures, and everything that happened to it, newest first',
      params: byId,
      query: z.object({ days: timelineSpan.default('1'), kind: timelineKind.optional() }),
      response: slotOverview,
    },
    ({ params, query, ...context }) => slotOverviewOf(context, checked(params.id), query),
  )
}
