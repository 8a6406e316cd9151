/** What was refused of one SMIB. */
import type { z } from 'zod'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { refusedMessages } from './refused-messages.contract'
import { REFUSED_KEPT } from './refused-messages.service'
import type { Refusal } from './ingest.contract'

/** Throws 404 for a SMIB that the asker does not see. */
export async function readRefused(
  db: Db,
  { tenantId }: Scope,
  smibId: string,
): Promise<z.output<typeof refusedMessages>> {
  let smibs = db.selectFrom('smibs').select('tenant_id').where('id', '=', smibId)
  if (tenantId !== null) smibs = smibs.where('tenant_id', '=', tenantId)
  const smib = await smibs.executeTakeFirst()
  if (!smib) throw new Problem(404, 'not_found')
  const rows = await db
    .selectFrom('refused_messages')
    .select(['code', 'message_seq_nr', 'body', 'first_at', 'last_at', 'times'])
    .where('smib_id', '=', smibId)
    .orderBy('last_at', 'desc')
    .orderBy('digest')
    .limit(REFUSED_KEPT)
    .execute()
  return {
    refused: rows.map(row => ({
      code: row.code as Refusal,
      message_seq_nr: row.message_seq_nr === null ? null : Number(row.message_seq_nr),
      body: row.body,
      first_at: Number(row.first_at),
      last_at: Number(row.last_at),
      times: Number(row.times),
    })),
  }
}
