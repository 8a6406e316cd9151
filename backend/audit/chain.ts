/** Each entry holds the hash of the one before it, so that a changed, missing or inserted entry breaks every later one. */
import { createHash } from 'node:crypto'
import type { Db } from '../db/database'
import type { AuditLogTable } from './audit.table'

/** What the first entry of a chain follows. */
export const GENESIS = '0'.repeat(64)

type Hashed = Omit<AuditLogTable, 'hash' | 'search'>

/** SHA-256 of the entry's fields in this order: an array, since an object's JSON depends on the order in which it was built. */
export const hashOf = (entry: Hashed): string => createHash('sha256').update(JSON.stringify([
  entry.id, entry.tenant_id, entry.seq, entry.at, entry.actor_kind, entry.actor_id, entry.actor_name, entry.ip, entry.request_id,
  entry.entity, entry.entity_id, entry.action, entry.before_json, entry.after_json, entry.prev_hash,
])).digest('hex')

export interface ChainCheck {
  ok: boolean
  /** `seq` of the first entry that is not as it was written; null when all are. */
  broken_at: number | null
  /** How many entries the chain should have. */
  entries: number
}

const PAGE = 500

/** Reads the chain up to its present head; what is written meanwhile is for the next check. */
export async function verifyChain(db: Db, tenantId: string): Promise<ChainCheck> {
  const head = await db.selectFrom('audit_heads').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()
  const last = { seq: 0, hash: GENESIS }
  const answer = (broken_at: number | null): ChainCheck => ({ ok: broken_at === null, broken_at, entries: head?.seq ?? 0 })
  if (!head) {
    const orphan = await db.selectFrom('audit_log').select('seq').where('tenant_id', '=', tenantId).orderBy('seq').executeTakeFirst()
    return answer(orphan?.seq ?? null)
  }
  while (last.seq < head.seq) {
    const page = await db.selectFrom('audit_log').selectAll().where('tenant_id', '=', tenantId)
      .where('seq', '>', last.seq).where('seq', '<=', head.seq).orderBy('seq').limit(PAGE).execute()
    for (const entry of page) {
      if (entry.seq !== last.seq + 1) return answer(last.seq + 1)
      if (entry.prev_hash !== last.hash || hashOf(entry) !== entry.hash) return answer(entry.seq)
      last.seq = entry.seq
      last.hash = entry.hash
    }
    if (page.length === 0) return answer(last.seq + 1)
  }
  return answer(last.hash === head.hash ? null : head.seq)
}
