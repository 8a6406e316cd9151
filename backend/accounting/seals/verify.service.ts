/**
 * Is this paper, or this file, what was sealed? Answers anybody: what stands on the document alone, nothing else of its
 * tenant.
 */
import type { Db } from '../../platform/db/database'
import { isNote } from './chain-check'
import { trustedKeys } from './key-chain'
import {
  isPaperSignedBy,
  isSignedBy,
  readCode,
  readPaper,
  readSealFile,
  sha256,
  shownCode,
  signatureCharacters,
  type SealBody,
} from './seal-format'
import { readKeys } from './seal-keys.service'
import type { VerifyAnswer } from './seals.contract'
import type { SealsTable } from './seals.table'

const without = (state: 'altered' | 'unknown', reason: VerifyAnswer['reason'] = null): VerifyAnswer => ({
  state,
  reason,
  seal: null,
})

export async function verifyCode(db: Db, typed: string): Promise<VerifyAnswer> {
  const code = readCode(typed)
  if (code === null) return without('unknown', 'no_code')
  const found = await db.selectFrom('seals').selectAll().where('code', '=', code).executeTakeFirst()
  return found ? verified(db, found) : without('unknown', 'not_found')
}

export async function verifyPaper(db: Db, text: string): Promise<VerifyAnswer> {
  const paper = readPaper(text)
  if (!paper) return without('unknown', 'no_code')
  const key = trustedKeys(await readKeys(db)).keys.get(paper.key)
  if (!key) return without('unknown', 'foreign_key')
  if (!isPaperSignedBy(key, text)) return without('altered')
  return byHash(db, Buffer.from(paper.hash, 'base64url').toString('hex'))
}

/** Any file that was handed out is known by its bytes; the sealed JSON is known by its signature as well. */
export async function verifyFile(db: Db, bytes: Uint8Array): Promise<VerifyAnswer> {
  const issued = await db
    .selectFrom('seals as s')
    .innerJoin('seal_files as f', 'f.seal_id', 's.id')
    .selectAll('s')
    .where('f.sha256', '=', sha256(bytes))
    .executeTakeFirst()
  if (issued) return verified(db, issued)
  const check = readSealFile(bytes)
  if (check.state !== 'intact')
    return check.state === 'altered' ? without('altered') : without('unknown', 'not_found')
  const key = trustedKeys(await readKeys(db)).keys.get(check.seal.key)
  if (!key) return without('unknown', 'foreign_key')
  const { body, signature, hash } = check.sealed
  return isSignedBy(key, body, signature) ? byHash(db, hash) : without('altered')
}

async function byHash(db: Db, hash: string): Promise<VerifyAnswer> {
  const found = await db.selectFrom('seals').selectAll().where('hash', '=', hash).executeTakeFirst()
  return found ? verified(db, found) : without('unknown', 'not_in_register')
}

/** The register itself is not believed: its row is checked like a file. */
async function verified(db: Db, row: SealsTable): Promise<VerifyAnswer> {
  const key = trustedKeys(await readKeys(db)).keys.get(row.key_id)
  if (!key) return without('unknown', 'foreign_key')
  if (!isSignedBy(key, row.body, row.signature)) return without('altered')
  const body = JSON.parse(row.body) as SealBody
  const later =
    row.subject === ''
      ? undefined
      : await db
          .selectFrom('seals')
          .select(['number', 'kind', 'revision', 'sealed_at'])
          .where('location_id', '=', row.location_id)
          .where('subject', '=', row.subject)
          .where('number', '>', row.number)
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst()
  const isSuperseded = later !== undefined && !isNote(row.kind)
  return {
    state: isSuperseded ? 'superseded' : 'genuine',
    reason: null,
    seal: {
      kind: body.kind as SealKindName,
      location: body.location.name,
      period: body.period,
      currency: body.currency,
      revision: Number(body.revision),
      number: Number(body.number),
      code: shownCode(row.code),
      sealed_at: Date.parse(body.sealed_at),
      signature_characters: signatureCharacters(row.signature),
      totals: Object.entries(body.totals).map(([name, amount]) => ({ name, minor: Number(amount) })),
      superseded: isSuperseded
        ? {
            number: later.number,
            revision: isNote(later.kind) ? null : later.revision,
            sealed_at: later.sealed_at,
          }
        : null,
    },
  }
}

type SealKindName = NonNullable<VerifyAnswer['seal']>['kind']
