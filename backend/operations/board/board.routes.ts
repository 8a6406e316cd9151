import { z } from 'zod'
import { Problem } from '../../platform/contract/problem'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import {
  boardPaths,
  groupBoard,
  groupType,
  locationBoard,
  shiftBoard,
  slotBoard,
  smibBoard,
  tenantBoard,
  timelineKind,
  timelineSpan,
} from './board.contract'
import { groupBoardOf } from './group-board.queries'
import { locationBoardOf } from './location-board.queries'
import { shiftBoardOf } from './shift-board.queries'
import { slotBoardOf } from './slot-board.queries'
import { smibBoardOf } from './smib-board.queries'
import { tenantBoardOf } from './tenant-board.queries'

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
      path: boardPaths.shift,
      family: 'board',
      permission: 'signed-in',
      summary: 'The start page of a shift: what needs a hand, by the permissions of whoever asks',
      response: shiftBoard,
    },
    context => shiftBoardOf(context, api.stores, context.deps),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${boardPaths.tenant}/:id`,
      family: 'board',
      permission: { all: ['tenant::list', 'location::list', 'slot::list'] },
      summary:
        'One tenant: what is wrong with its slots, what it takes today, and its locations, the worst first',
      params: byId,
      response: tenantBoard,
    },
    ({ params, ...context }) => tenantBoardOf(context, checked(params.id)),
  )
  for (const type of groupType.options)
    api.endpoint(
      {
        method: 'GET',
        path: `${boardPaths.group}/${type}/:id`,
        family: 'board',
        permission: { all: [`${type}_entity_group::list`, 'slot::list'] },
        summary: `One group of ${type}s: what is wrong with the slots that it means`,
        params: byId,
        response: groupBoard,
      },
      ({ params, ...context }) => groupBoardOf(context, api.stores, type, checked(params.id)),
    )
  api.endpoint(
    {
      method: 'GET',
      path: `${boardPaths.smib}/:id`,
      family: 'board',
      permission: { all: ['smib::list', 'slot::get'] },
      summary: 'One SMIB: how many messages came, which numbers are missing, and what it has not answered',
      params: byId,
      response: smibBoard,
    },
    ({ params, ...context }) => smibBoardOf(context, checked(params.id)),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${boardPaths.location}/:id`,
      family: 'board',
      permission: { all: ['location::list', 'slot::list'] },
      summary: 'One location: its slots by position, what is wrong with them, and how complete its data are',
      params: byId,
      response: locationBoard,
    },
    ({ params, ...context }) => locationBoardOf(context, checked(params.id)),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${boardPaths.slot}/:id`,
      family: 'board',
      permission: 'slot::list',
      summary: 'One slot: its figures, and everything that happened to it, newest first',
      params: byId,
      query: z.object({ days: timelineSpan.default('1'), kind: timelineKind.optional() }),
      response: slotBoard,
    },
    ({ params, query, ...context }) => slotBoardOf(context, checked(params.id), query),
  )
}
