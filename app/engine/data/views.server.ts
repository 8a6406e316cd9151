/** Saved views of a list, which the backend stores (settings family). */
import { remembered } from '../../api/remembered.server'
import { viewsOfPage, type ViewsOfPage } from '../../../backend/platform/contract/saved-views'
import type { RequestContext } from './resource-at.server'

export type Wanting = Pick<RequestContext, 'api' | 'user'>

/**
 * Every list page needs them and they change a few times a month. Another console process shows a change this
 * much later at most.
 */
const known = remembered<ViewsOfPage>({ max: 5_000, ttl: 30_000 })

/** Null when they cannot be read: a list without its views is better than none. */
export async function viewsOf(ctx: Wanting, resource: { name: string }): Promise<ViewsOfPage | null> {
  const key = `${ctx.user.user_id} ${resource.name}`
  const cached = known.get(key)
  if (cached) return cached
  try {
    const views = await freshViews(ctx, resource)
    known.set(key, views)
    return views
  } catch {
    return null
  }
}

export const freshViews = ({ api }: Wanting, { name }: { name: string }): Promise<ViewsOfPage> =>
  api.call('GET', `/api/settings/v1/views/${name}`, { schema: viewsOfPage })

/** A shared view changes for everybody. */
export const forgetViews = (): void => known.clear()
