/** A person's own columns, which the backend stores (settings family). */
import { remembered } from '../../api/remembered.server'
import { z } from 'zod'
import { chosenColumns } from '../definition/columns'
import { readableColumns } from '../render/readable-columns'
import type { RequestContext } from './resource-at.server'
import type { Resource } from '../definition/resource'

const nameOf = ({ columnsOf, name }: Resource) => columnsOf ?? name
const path = (resource: Resource) => `/api/settings/v1/page-columns/${nameOf(resource)}`
const names = z.array(z.string()).nullish()
const answer = z.looseObject({ columns: names, inherited: names })

/**
 * Every list page needs them and they change a few times a year. Another console process shows a new choice
 * this much later at most. What the backend says is remembered, and not what a list can show of it: a tenant's
 * fields may be known a moment later.
 */
const known = remembered<{ columns: string[] | undefined }>({ max: 5_000, ttl: 30_000 })
const keyOf = ({ user }: Pick<RequestContext, 'user'>, resource: Resource) =>
  `${user.user_id} ${nameOf(resource)}`

/** The list's own columns when the choice cannot be read: a list without settings is better than none. */
export const columnsOf = async (
  ctx: Pick<RequestContext, 'api' | 'user' | 'can'>,
  resource: Resource,
): Promise<string[]> => readableColumns(resource, await savedColumns(ctx, resource), ctx.can)

async function savedColumns(
  ctx: Pick<RequestContext, 'api' | 'user'>,
  resource: Resource,
): Promise<string[]> {
  const cached = known.get(keyOf(ctx, resource))
  if (cached) return chosenColumns(resource, cached.columns)
  try {
    const { columns, inherited } = await ctx.api.call('GET', path(resource), { schema: answer })
    // An empty choice is one that was taken back.
    const chosen = (columns?.length ? columns : inherited) ?? undefined
    known.set(keyOf(ctx, resource), { columns: chosen })
    return chosenColumns(resource, chosen)
  } catch {
    return chosenColumns(resource, undefined)
  }
}

/** An empty list stands for the list's own columns. */
export async function saveColumns(
  ctx: Pick<RequestContext, 'api' | 'user'>,
  resource: Resource,
  columns: readonly string[],
): Promise<void> {
  known.delete(keyOf(ctx, resource))
  await ctx.api.call('PUT', path(resource), { body: { columns }, schema: z.unknown() })
  known.delete(keyOf(ctx, resource))
}
