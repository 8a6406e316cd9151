/**
 * What only somebody with the installation's secret can write: the links of the chains, their heads, and the list of
 * all chains.
 */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Db } from '../db/database'
import { secretOf } from '../db/secret'
import type { AuditHeadsTable, AuditRegistryTable } from './audit.table'

const keys = new Map<string, KeyObject>()

export async function auditKey(db: Db): Promise<KeyObject> {
  const secret = await secretOf(db)
  const key =
    keys.get(secret) ??
    createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'backoffice audit log', 32)))
  keys.set(secret, key)
  return key
}

export const keyed = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

/** Names a key without revealing it, so that another secret is not taken for a changed record. */
export const nameOf = (key: KeyObject): string => keyed(key, 'name of the key').slice(0, 16)

type Head = Omit<AuditHeadsTable, 'seal'>
/** Of a head whose end is somewhere else than its row says: at `seq`, with `hash`. */
export const headSeal = (
  key: KeyObject,
  { tenant_id, seq, hash, plain_seq, adopted_seq, written_over_at }: Head,
): string =>
  keyed(key, JSON.stringify(['head', tenant_id, seq, hash, plain_seq, adopted_seq, written_over_at]))

export const registrySeal = (
  key: KeyObject,
  {
    at,
    adopted_at,
    adopted_why,
    chains,
  }: Pick<AuditRegistryTable, 'at' | 'adopted_at' | 'adopted_why' | 'chains'>,
): string => keyed(key, JSON.stringify(['registry', at, adopted_at, adopted_why, chains]))

export function isSame(a: string, b: string | null): boolean {
  if (b === null || a.length !== b.length) return false
  return timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
