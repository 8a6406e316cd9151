/**
 * Which keys may be believed: each but the first was named by the one before it. Without a database, as `seal-format`.
 */
import type { KeyObject } from 'node:crypto'
import { changeText, keyIdOf, publicKeyFrom, verifies, type KeyChange } from './seal-format'

/** As it is handed out. */
export interface PublicKeyRow {
  id: string
  public_key: string
  /** JSON: `KeyChange`; null for the first. */
  change: string | null
  old_signature: string | null
  new_signature: string | null
}

/** Public halves by key id, those alone whose way from the first key is signed. */
export function trustedKeys(rows: readonly PublicKeyRow[]): {
  keys: Map<string, KeyObject>
  /** Ids of keys that took the place of a lost one: what they signed rests on the word of who replaced it. */
  lost: string[]
  problem: string | null
} {
  const keys = new Map<string, KeyObject>()
  const lost: string[] = []
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    const key = publicKeyFrom(row.public_key)
    const change = row.change === null ? null : (JSON.parse(row.change) as KeyChange)
    const isNamed = keyIdOf(row.public_key) === row.id
    const follows =
      before === undefined
        ? change === null
        : change !== null &&
          change.from === before.id &&
          change.to === row.id &&
          change.public_key === row.public_key &&
          verifies(key, changeText(change), row.new_signature ?? '') &&
          (change.lost ||
            verifies(publicKeyFrom(before.public_key), changeText(change), row.old_signature ?? ''))
    if (!isNamed || !follows) return { keys, lost, problem: row.id }
    if (change?.lost) lost.push(row.id)
    keys.set(row.id, key)
  }
  return { keys, lost, problem: null }
}
