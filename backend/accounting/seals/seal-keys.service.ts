/**
 * The keys that sign. The private half lies in the database under the installation's secret (SESSION_SECRET, else
 * `session-secret` in DATA_DIR), so that backends which share a database sign with the same key, and a copy of the
 * database alone signs nothing. One that cannot be opened refuses to seal: a new key made in silence would look like
 * somebody else's.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as signBytes,
  type KeyObject,
} from 'node:crypto'
import { recordChange, type Who } from '../../platform/audit/audit.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { secretOf } from '../../platform/db/secret'
import { keyFor, openWith, sealWith } from '../../platform/db/under-secret'
import { CHANGE_FORMAT, changeText, keyIdOf, type KeyChange } from './seal-format'
import type { SealKeysTable } from './seals.table'

export interface SigningKey {
  id: string
  privateKey: KeyObject
  /** Of the key that came before. */
  change: (KeyChange & { old_signature: string | null; new_signature: string }) | null
}

const PURPOSE = 'backoffice seal key'

export const readKeys = (db: Db): Promise<SealKeysTable[]> =>
  db.selectFrom('seal_keys').selectAll().orderBy('seq').execute()

/**
 * Made with the first seal. In a transaction. Throws 503 `seal_key` where the key is missing or was sealed under
 * another secret.
 */
export async function signingKey(db: Db, actor: Who, now: number): Promise<SigningKey> {
  const newest = (await readKeys(db)).at(-1) ?? (await firstKey(db, actor, now))
  const privateKey = await openKey(db, newest)
  if (!privateKey)
    throw new Problem(503, 'seal_key', {
      message:
        'The key that seals documents cannot be opened: give back the earlier SESSION_SECRET (or session-secret in DATA_DIR), or replace the key and say that it is lost',
    })
  return { id: newest.id, privateKey, change: changeOf(newest) }
}

async function openKey(db: Db, { id, sealed }: SealKeysTable): Promise<KeyObject | null> {
  const pem = sealed === null ? null : openWith(keyFor(await secretOf(db), PURPOSE), sealed)
  if (pem === null) return null
  const key = createPrivateKey(pem)
  // A row that was put together from two would sign what nobody can verify.
  return keyIdOf(publicHalf(key)) === id ? key : null
}

async function firstKey(db: Db, actor: Who, now: number): Promise<SealKeysTable> {
  const chain = await db.selectFrom('seal_heads').select('location_id').limit(1).executeTakeFirst()
  if (chain)
    throw new Problem(503, 'seal_key', {
      message: 'Documents were sealed here and the key is gone: restore the table seal_keys from a backup',
    })
  await addKey(db, 1, now, () => ({ change: null, old_signature: null, new_signature: null }))
  const [first] = await readKeys(db)
  if (!first) throw new Error('the seal key that was just made is not there')
  await recordKey(db, actor, { action: 'create', id: first.id, after: { public_key: first.public_key } }, now)
  return first
}

type Change = Pick<SealKeysTable, 'change' | 'old_signature' | 'new_signature'>

async function addKey(
  db: Db,
  seq: number,
  now: number,
  changed: (made: { privateKey: KeyObject; id: string; publicKey: string }) => Change,
): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const publicKey = publicHalf(privateKey)
  const id = keyIdOf(publicKey)
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  await db
    .insertInto('seal_keys')
    .values({
      seq,
      id,
      public_key: publicKey,
      sealed: sealWith(keyFor(await secretOf(db), PURPOSE), pem),
      created_at: now,
      ...changed({ privateKey, id, publicKey }),
    })
    // Two backends that seal for the first time at once agree on the first one's.
    .onConflict(conflict => conflict.column('seq').doNothing())
    .execute()
  return id
}

/**
 * Another key takes over. The change is signed by both; `lost` says that the earlier key cannot sign any more, and is
 * refused while it can. Each location's chain takes the change up with its next seal. In a transaction.
 */
export async function replaceKey(
  db: Db,
  actor: Who,
  { reason, lost }: { reason: string; lost: boolean },
  now: number,
): Promise<{ id: string; replaced: string }> {
  const newest = (await readKeys(db)).at(-1)
  if (!newest)
    throw new Problem(409, 'seal_no_key', { message: 'Nothing was sealed yet: there is no key to replace' })
  const old = await openKey(db, newest)
  if (!old && !lost)
    throw new Problem(503, 'seal_key', { message: 'The earlier key cannot sign: say that it is lost' })
  if (old && lost) throw new Problem(409, 'seal_key_not_lost', { message: 'The earlier key can still sign' })
  const id = await addKey(db, newest.seq + 1, now, made => {
    const change: KeyChange = {
      format: CHANGE_FORMAT,
      from: newest.id,
      to: made.id,
      public_key: made.publicKey,
      at: new Date(now).toISOString(),
      reason,
      lost,
    }
    const signed = (key: KeyObject) =>
      signBytes(null, Buffer.from(changeText(change)), key).toString('base64url')
    return {
      change: JSON.stringify(change),
      old_signature: old && signed(old),
      new_signature: signed(made.privateKey),
    }
  })
  if ((await readKeys(db)).at(-1)?.id !== id) throw new Problem(409, 'seal_key_replaced')
  // What it signed stays verifiable by its public half.
  await db.updateTable('seal_keys').set({ sealed: null }).where('seq', '=', newest.seq).execute()
  await recordKey(db, actor, { action: 'replace_key', id, after: { replaced: newest.id, reason, lost } }, now)
  return { id, replaced: newest.id }
}

const recordKey = (
  db: Db,
  actor: Who,
  { action, id, after }: { action: string; id: string; after: object },
  now: number,
): Promise<void> =>
  recordChange(
    db,
    actor,
    { entity: 'seal_key', id: id.padEnd(24, '0'), tenantId: SYSTEM_TENANT, action, before: null, after },
    now,
  )

const publicHalf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64url')

function changeOf({ change, old_signature, new_signature }: SealKeysTable): SigningKey['change'] {
  if (change === null || new_signature === null) return null
  return { ...(JSON.parse(change) as KeyChange), old_signature, new_signature }
}
