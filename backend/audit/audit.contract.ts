/** The audit log on the wire: read only, newest first. */
import { z } from 'zod'
import { defineContract } from '../contract/contract'
import { id, instant } from '../contract/primitives'

/** A row's fields at one moment, secrets hidden. */
const snapshot = z.record(z.string(), z.unknown()).nullable()

export const auditContract = defineContract({
  family: 'audit', one: 'entry', many: 'entries',
  row: z.object({
    _id: id, tenant_id: id,
    /** Place in its tenant's chain: 1, 2, 3 … */
    seq: z.number().int(),
    at: instant,
    /** `nobody` has not signed in: the name is the one that was typed, and only when somebody has it. */
    actor: z.object({ id: z.string(), name: z.string(), kind: z.enum(['user', 'token', 'system', 'nobody']) }),
    ip: z.string().nullable(), request_id: z.string().nullable(),
    entity: z.string(), entity_id: z.string(), action: z.string(),
    before: snapshot, after: snapshot,
    hash: z.string(), prev_hash: z.string(),
  }),
  input: z.object({}),
  filters: z.object({
    entity: z.string().max(64), entity_id: z.string().max(64), actor_id: z.string().max(64), action: z.string().max(64), tenant_id: id,
  }),
  sort: ['at'],
  permissions: { list: 'audit_log::list', read: 'audit_log::list' },
  actions: {},
})
export type AuditEntry = z.output<typeof auditContract.row>

const check = z.object({
  ok: z.boolean(),
  /** `seq` of the first entry that is not as it was written. */
  broken_at: z.number().int().nullable(),
})
export const verifyAnswer = check.extend({ chains: z.array(check.extend({ tenant_id: id, entries: z.number().int() })) })
