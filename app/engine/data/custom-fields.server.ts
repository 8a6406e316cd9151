/** Fields of a tenant's own: what the backend says of them, for the pages of records that have them. */
import {
  customEntity,
  customFieldsAnswer,
  customFieldsPath,
  type CustomField,
} from '../../../backend/platform/contract/custom-values'
import { remembered } from '../../api/remembered.server'
import { DAY_MS } from '../../../backend/platform/contract/durations'
import type { Resource } from '../definition/resource'
import { customName, isCustomName } from '../address/custom-name'
import { hasCustomFields, withCustomFields } from '../definition/with-custom-fields'
import type { RequestContext } from './resource-at.server'

/** Every page of a list needs them; they change a few times a year, and another process shows it so much later. */
const READ_AGAIN_MS = 30_000
/** A form waits no longer for them where it has been shown with some before: it comes back with what was typed. */
const PATIENCE_MS = 1_000

interface LastRead {
  fields: readonly CustomField[]
  /** Epoch milliseconds; 0 once a form was taken, which may have been that of a field. */
  at: number
}
const lastReads = remembered<LastRead>({ max: 1_000, ttl: DAY_MS })

export const forgetCustomFields = (): void => {
  for (const read of lastReads.values()) read.at = 0
}

type Asking = Pick<RequestContext, 'api' | 'user'>

interface Demand {
  /** For forms and where columns are chosen, which people open just after a field was added. */
  fresh?: boolean
  /** A form that comes back: what its page had read is enough. */
  sent?: FormData
  /** Throws where they cannot be read, as the others do: a file is not written without columns that were chosen. */
  demanded?: boolean
}

export async function ownResource(
  ctx: Asking,
  resource: Resource,
  { fresh = false, sent, demanded = fresh || sent !== undefined }: Demand = {},
): Promise<Resource> {
  const entity = customEntity.safeParse(resource.contract.one).data
  if (!entity || !hasCustomFields(resource)) return resource
  const key = `${ctx.user.tenant_id} ${entity}`
  const last = lastReads.get(key)
  const isOfNow = !fresh && last !== undefined && Date.now() - last.at < READ_AGAIN_MS
  if (last && isOfNow && (!sent || namesAll(last.fields, sent)))
    return withCustomFields(resource, last.fields)
  const isOfForm = fresh || sent !== undefined
  try {
    const { fields } = await ctx.api.call('GET', customFieldsPath(entity), {
      schema: customFieldsAnswer,
      ...(isOfForm && last && { timeLimitMs: PATIENCE_MS }),
    })
    lastReads.set(key, { fields, at: Date.now() })
    return withCustomFields(resource, fields)
  } catch (error) {
    // What was typed into a form comes back with the fields that it had, if those are known.
    if (isOfForm && last && (!sent || namesAll(last.fields, sent)))
      return withCustomFields(resource, last.fields)
    // A form without them would say nothing of what it leaves out; a list without their names is better than none.
    if (demanded) throw error
    return resource
  }
}

/** Another process's page may have had a field that is not known here yet: its value must not be dropped. */
const namesAll = (fields: readonly CustomField[], sent: FormData): boolean =>
  [...sent.keys()].every(name => !isCustomName(name) || fields.some(({ key }) => customName(key) === name))
