/** The audit log of one record, as the backend tells it. */
import { z } from 'zod'
import type { ListRequest } from '../../../backend/platform/contract/list'
import type { Failure } from '../data/failure.server'
import type { RequestContext } from '../data/resource-at.server'
import type { Resource } from '../definition/resource'

export interface AuditEntry {
  _id: string
  at: number
  actor: { kind: string; name: string }
  ip: string | null
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** A record's newest entries, as far as they could be read. */
export interface RecordHistory {
  entries: AuditEntry[]
  total: number
  failure: Failure | null
}

const change = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform(value => value ?? null)
const entry = z.looseObject({
  _id: z.string(),
  at: z.number(),
  actor: z.looseObject({ kind: z.string().default('user'), name: z.string() }),
  ip: z
    .string()
    .nullish()
    .transform(ip => ip ?? null),
  action: z.string(),
  before: change,
  after: change,
  entity: z.string(),
  entity_id: z.string(),
})
const listAnswer = z.looseObject({
  total: z.number(),
  capped: z.boolean().optional(),
  as_of: z.number(),
  rows: z.array(entry),
})

/** Newest first unless the request says otherwise. */
export async function readHistory(
  { api }: Pick<RequestContext, 'api'>,
  { contract }: Resource,
  id: string,
  { exactFields = [], exactValues = [], ...request }: Partial<ListRequest>,
) {
  const body = {
    ...request,
    exactFields: ['entity', 'entity_id', ...exactFields],
    exactValues: [contract.one, id, ...exactValues],
  }
  const { rows, total, capped, as_of } = await api.call('POST', '/api/audit/v1/entries', {
    body,
    write: false,
    schema: listAnswer,
  })
  return { entries: rows.map(plain), total, capped, as_of }
}

/** Undefined when it is another record's. Throws 404 as any other read. */
export async function readEntry(
  { api }: Pick<RequestContext, 'api'>,
  { contract }: Resource,
  id: string,
  entryId: string,
): Promise<AuditEntry | undefined> {
  const { entry: found } = await api.call('GET', `/api/audit/v1/entry/${entryId}`, {
    schema: z.looseObject({ entry }),
  })
  return found.entity === contract.one && found.entity_id === id ? plain(found) : undefined
}

const plain = ({ _id, at, actor, ip, action, before, after }: z.output<typeof entry>): AuditEntry => ({
  _id,
  at,
  actor: { kind: actor.kind, name: actor.name },
  ip,
  action,
  before,
  after,
})
