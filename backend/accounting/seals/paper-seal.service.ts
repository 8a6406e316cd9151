/** What of a seal stands on the paper of the document that it is of. */
import type { Db } from '../../platform/db/database'
import { readCode, sealFile, shownCode, signatureCharacters } from './seal-format'
import type { PaperSeal } from './seals.contract'

/** By the seal's id. */
export async function paperSeals(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PaperSeal>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('seals')
    .select(['id', 'number', 'code', 'signature', 'paper', 'sealed_at', 'hash', 'body'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, number, paper, sealed_at, ...sealed }) => [
      id,
      {
        number,
        code: shownCode(sealed.code),
        characters: signatureCharacters(sealed.signature),
        paper,
        file: sealFile(sealed),
        sealed_at,
      },
    ]),
  )
}

/** Of what somebody typed from a paper; null for what is no code, and for one that nothing has. */
export async function sealIdOfCode(db: Db, typed: string): Promise<string | null> {
  const code = readCode(typed)
  if (code === null) return null
  const found = await db.selectFrom('seals').select('id').where('code', '=', code).executeTakeFirst()
  return found?.id ?? null
}
