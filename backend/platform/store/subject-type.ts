/** Whose rows of raw data a request wants that names an id without saying what it is. */
import { invalidField } from '../contract/problem'
import { streamSubjects, type StreamSubject } from '../contract/stream'
import type { Db } from '../db/database'
import type { ExactValue } from '../contract/list'
import type { Scope } from '../request/actor'
import type { ListTakes } from '../request/list-body'

const tables = { tenant: 'tenants', location: 'locations', slot: 'slots', smib: 'smibs' } as const

interface Named {
  exactFields: string[]
  exactValues: ExactValue[]
  id?: string
  type?: StreamSubject
}

/**
 * The request with its type, since an id is of one thing. 422 for a `resourceId` that is of nothing which this person
 * may know: then only `type` says what is meant. An `id` alone is a tenant's (specification, section 3).
 */
export async function withSubjectType<Request extends Named>(
  db: Db,
  scope: Scope,
  takes: ListTakes,
  request: Request,
  isResource = false,
): Promise<Request> {
  const { exactFields, exactValues, id, type } = request
  if (!takes.raw || type !== undefined || exactFields.includes('type')) return request
  const at = exactFields.indexOf('resourceId')
  const named = id ?? exactValues[at]
  if (typeof named !== 'string') return request
  const found = await typeOf(db, scope, named)
  if (found)
    return at < 0
      ? { ...request, type: found }
      : { ...request, exactFields: [...exactFields, 'type'], exactValues: [...exactValues, found] }
  if (isResource || at >= 0) throw invalidField('type', 'required')
  return request
}

async function typeOf(db: Db, { tenantId }: Scope, id: string): Promise<StreamSubject | undefined> {
  const found = await Promise.all(
    streamSubjects.map(async type => {
      const own = type === 'tenant' ? 'id' : 'tenant_id'
      const row = await db
        .selectFrom(tables[type])
        .select('id')
        .where('id', '=', id)
        .$if(tenantId !== null, query => query.where(own as 'id', '=', tenantId ?? ''))
        .executeTakeFirst()
      return row ? type : []
    }),
  )
  return found.flat()[0]
}
