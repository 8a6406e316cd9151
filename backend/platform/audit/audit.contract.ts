/** The audit log on the wire: read only, newest first. */
import { z } from 'zod'
import { defineContract } from '../contract/contract'
import { id, instant, reference } from '../contract/primitives'

/** A row's fields at one moment, secrets hidden. */
const snapshot = z.record(z.string(), z.unknown()).nullable()

export const auditContract = defineContract({
  family: 'audit',
  one: 'entry',
  many: 'entries',
  row: z.object({
    _id: id,
    tenant_id: id,
    /** Null for what belongs to the whole installation. */
    tenant: reference.nullable(),
    /** Place in its tenant's chain: 1, 2, 3 … */
    seq: z.number().int(),
    at: instant,
    /** `nobody` has not signed in: the name is the one that was typed, and only when somebody has it. */
    actor: z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(['user', 'token', 'system', 'nobody']),
    }),
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    entity: z.string(),
    entity_id: z.string(),
    action: z.string(),
    before: snapshot,
    after: snapshot,
    hash: z.string(),
    prev_hash: z.string(),
  }),
  input: z.object({}),
  filters: z.object({
    entity: z.string().max(64),
    entity_id: z.string().max(64),
    actor_id: z.string().max(64),
    action: z.string().max(64),
    tenant: id,
  }),
  sort: ['at'],
  order: { by: 'at', direction: 'DESC' },
  permissions: { list: 'audit_log::list', read: 'audit_log::list' },
  actions: {},
})
export type AuditEntry = z.output<typeof auditContract.row>

const check = z.object({
  ok: z.boolean(),
  /** `seq` of the first entry that is not as it was written. */
  broken_at: z.number().int().nullable(),
})
export const verifyAnswer = check.extend({
  /** The sealed list of all chains. */
  registry: z.object({
    ok: z.boolean(),
    problem: z.enum(['registry_missing', 'registry_changed', 'other_secret']).nullable(),
    /** Since when the log is sealed: chains that were there before were taken as they were. */
    adopted_at: instant.nullable(),
    adopted_why: z.enum(['first', 'on_request']).nullable(),
    /** When the ends of all chains were last recorded in it. */
    noted_at: instant.nullable(),
  }),
  chains: z.array(
    check.extend({
      tenant_id: id,
      entries: z.number().int(),
      problem: z
        .enum([
          'entry_changed',
          'entry_missing',
          'end_missing',
          'head_changed',
          'head_missing',
          'written_over',
          'chain_missing',
          'not_registered',
          'shorter_than_noted',
          'other_than_noted',
        ])
        .nullable(),
      /** Entries up to this one were not written under the secret of today: without it, or under an earlier one. */
      adopted_to: z.number().int(),
      /**
       * `tenant:seq:hash` of the end. Written down elsewhere and given back later as `anchor`, it shows whether the log
       * was put back to an earlier state.
       */
      anchor: z.string().nullable(),
    }),
  ),
})
