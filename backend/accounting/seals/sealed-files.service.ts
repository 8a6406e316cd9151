/** Sealed documents as others hand them out: found by the code on the paper, given as the file that was sealed. */
import type { Scope } from '../../platform/request/actor'
import type { Db } from '../../platform/db/database'
import { isNote } from './chain-check'
import { readCode, sealFile, shownCode } from './seal-format'
import type { SealsTable } from './seals.table'

interface SealedDocument extends SealsTable {
  /** As it stands on the paper. */
  shown: string
}

/** Null where the code names nothing in `scope`, and for notes of the chain, which are no documents. */
export async function documentOfCode(
  db: Db,
  { tenantId }: Scope,
  text: string,
): Promise<SealedDocument | null> {
  const code = readCode(text)
  if (code === null) return null
  const row = await db
    .selectFrom('seals')
    .selectAll()
    .where('code', '=', code)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  return row && !isNote(row.kind) ? { ...row, shown: shownCode(row.code) } : null
}

/** What was sealed, byte for byte. */
export const sealedFile = (row: SealsTable) => ({
  name: `${row.kind}-${row.period}-${shownCode(row.code)}.json`,
  type: 'application/json',
  bytes: Buffer.from(sealFile(row)),
})
