/** Fields of a tenant's own: what the backend says of them, for the pages of records that have them. */
import {
  customEntity,
  customFieldsAnswer,
  customFieldsPath,
  type CustomField,
} from '../../../backend/platform/contract/custom-values'
import { remembered } from '../../api/remembered.server'
import type { Resource } from '../definition/resource'
import { hasCustomFields, withCustomFields } from '../definition/with-custom-fields'
import type { RequestContext } from './resource-at.server'

/**
 * Every page of a list needs them, and they change a few times a year: another process shows a new one so much later.
 */
const known = remembered<readonly CustomField[]>({ max: 1_000, ttl: 30_000 })

/** A form was taken: it may have been that of a field. */
export const forgetCustomFields = (): void => known.clear()

type Asking = Pick<RequestContext, 'api' | 'user'>

/**
 * `fresh`: for forms and where columns are chosen, which people open just after a field was added. `demanded`: throws
 * where they cannot be read, as `fresh` does; a file is not written without columns that were chosen.
 */
export async function ownResource(
  ctx: Asking,
  resource: Resource,
  { fresh = false, demanded = fresh }: { fresh?: boolean; demanded?: boolean } = {},
): Promise<Resource> {
  const entity = customEntity.safeParse(resource.contract.one).data
  if (!entity || !hasCustomFields(resource)) return resource
  const key = `${ctx.user.tenant_id} ${entity}`
  const cached = fresh ? undefined : known.get(key)
  if (cached) return withCustomFields(resource, cached)
  try {
    const { fields } = await ctx.api.call('GET', customFieldsPath(entity), { schema: customFieldsAnswer })
    known.set(key, fields)
    return withCustomFields(resource, fields)
  } catch (error) {
    // A form without them would say nothing of what it leaves out; a list without their names is better than none.
    if (demanded) throw error
    return resource
  }
}
