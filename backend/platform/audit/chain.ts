/**
 * Each entry holds the hash of the one before it, so that a changed, missing or inserted entry breaks every later one.
 */
import { createHash, type KeyObject } from 'node:crypto'
import type { AuditLogTable } from './audit.table'
import { keyed } from './seals'

/** What the first entry of a chain follows. */
export const GENESIS = '0'.repeat(64)

type Hashed = Omit<AuditLogTable, 'hash' | 'search'>

/** The entry's fields in this order: an array, since an object's JSON depends on the order in which it was built. */
const textOf = (entry: Hashed): string =>
  JSON.stringify([
    entry.id,
    entry.tenant_id,
    entry.seq,
    entry.at,
    entry.actor_kind,
    entry.actor_id,
    entry.actor_name,
    entry.ip,
    entry.request_id,
    entry.entity,
    entry.entity_id,
    entry.action,
    entry.before_json,
    entry.after_json,
    entry.prev_hash,
  ])

/** HMAC-SHA-256: who cannot know the key cannot write an entry that fits. */
export const hashOf = (key: KeyObject, entry: Hashed): string => keyed(key, textOf(entry))

/** SHA-256, as entries were hashed before there was a key: anybody could write such a chain anew. */
export const plainHashOf = (entry: Hashed): string => createHash('sha256').update(textOf(entry)).digest('hex')
