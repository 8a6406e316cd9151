/** Resets and checkpoints that the period picker offers, of the one slot, SMIB or location that a page is about. */
import { remembered } from '../../api/remembered.server'
import {
  periodPoints,
  periodSubject,
  type PeriodPoints,
} from '../../../backend/platform/contract/period-points'
import { resources } from '../definition/registry'
import type { ResourceName } from '../../addresses/names'
import { attempt } from './failure.server'
import type { ListQuery } from '../address/list-query'
import type { RequestContext } from './resource-at.server'
import type { Resource } from '../definition/resource'

type Asking = Pick<RequestContext, 'api' | 'can' | 'user'>

/** For whoever may see the slot's data; the picker does without. `entity` is a contract's word for one. */
export async function pointsOf(
  { api, can }: Omit<Asking, 'user'>,
  entity: string,
  id: string,
): Promise<PeriodPoints | null> {
  const { data: type } = periodSubject.safeParse(entity)
  if (!type || !can('slot::get')) return null
  return (
    (
      await attempt(
        api.call('GET', `/api/rawdata/v1/period-points/${type}/${id}`, { schema: periodPoints }),
        [401],
      )
    ).value ?? null
  )
}

/** One person turns the pages of one location's list, or of one slot's events: gaming days change once a day. */
const cache = remembered<PeriodPoints>({ max: 500, ttl: 30_000 })

/** Of the one record that a filter of the list names; gaming days of several locations, or of none, are nobody's. */
export async function pointsOfList(
  ctx: Asking,
  resource: Resource,
  query: ListQuery,
): Promise<PeriodPoints | null> {
  for (const [filter, [id, ...others]] of Object.entries(query.filters)) {
    const target = resource.fields[filter]?.target
    const one = target && resources[target as ResourceName].contract.one
    if (!id || others.length > 0 || !periodSubject.safeParse(one).success) continue
    return cachedPointsOf(ctx, String(one), id)
  }
  return null
}

/** As `pointsOf`, at most half a minute old: for pages that one person turns one after the other. */
export async function cachedPointsOf(ctx: Asking, entity: string, id: string): Promise<PeriodPoints | null> {
  const key = `${ctx.user.user_id} ${entity} ${id}`
  const points = cache.get(key) ?? (await pointsOf(ctx, entity, id))
  if (points) cache.set(key, points)
  return points
}
