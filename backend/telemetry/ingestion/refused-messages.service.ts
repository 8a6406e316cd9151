/**
 * Messages that ingestion refused, stored with the SMIB that sent them: the sender reads a verdict, people read this.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Refusal } from './ingest.contract'

/** Of each SMIB, the newest: a SMIB that sends nonsense all day long fills no disk. Convention. */
export const REFUSED_KEPT = 20
/** So much of a message as it came, in characters. */
export const REFUSED_BODY = 2_000

export interface Refused {
  tenantId: string
  smibId: string
  code: Refusal
  raw: unknown
}

/** The SMIB that a message names, whatever else is wrong with it. */
export function namedSmib(raw: unknown): string | undefined {
  const { smib_id: mac } = (raw ?? {}) as { smib_id?: unknown }
  return typeof mac === 'string' && /^[0-9a-f]{12}$/i.test(mac) ? mac.toLowerCase() : undefined
}

/** A message that is sent again is counted, not stored again. */
export async function keepRefused(db: Db, refused: readonly Refused[], now: number): Promise<void> {
  if (refused.length === 0) return
  const rows = new Map<string, ReturnType<typeof rowOf> & { times: number }>()
  for (const one of refused) {
    const row = rowOf(one, now)
    const key = `${row.smib_id} ${row.digest}`
    rows.set(key, { ...row, times: (rows.get(key)?.times ?? 0) + 1 })
  }
  const smibs = [...new Set(refused.map(({ smibId }) => smibId))].map(id => ({ id }))
  await db.transaction().execute(async tx => {
    await sql`insert into refused_messages (tenant_id, smib_id, digest, code, message_seq_nr, body, first_at, last_at, times)
      select tenant_id, smib_id, digest, code, message_seq_nr, body, at, at, times
      from ${rowsAsTable(
        tx,
        {
          tenant_id: 'text',
          smib_id: 'text',
          digest: 'text',
          code: 'text',
          message_seq_nr: 'bigint',
          body: 'text',
          at: 'bigint',
          times: 'bigint',
        },
        [...rows.values()],
      )} where true
      on conflict (tenant_id, smib_id, digest) do update set last_at = excluded.last_at, times = refused_messages.times + excluded.times`.execute(
      tx,
    )
    await sql`delete from refused_messages where (tenant_id, smib_id, digest) in (
      select tenant_id, smib_id, digest from (
        select r.tenant_id, r.smib_id, r.digest, row_number() over (partition by r.smib_id order by r.last_at desc, r.digest) as place
        from ${rowsAsTable(tx, { id: 'text' }, smibs)} join refused_messages r on r.smib_id = b.id
      ) ranked where place > ${REFUSED_KEPT})`.execute(tx)
  })
}

function rowOf({ tenantId, smibId, code, raw }: Refused, at: number) {
  const body = JSON.stringify(raw) ?? ''
  const { message_seq_nr: nr } = (raw ?? {}) as { message_seq_nr?: unknown }
  return {
    tenant_id: tenantId,
    smib_id: smibId,
    digest: createHash('sha256').update(`${code} ${body}`).digest('base64url').slice(0, 22),
    code,
    message_seq_nr: typeof nr === 'number' && Number.isSafeInteger(nr) && nr >= 0 ? nr : null,
    // As JSON it has no NUL and no half of a surrogate pair; the cut may leave one.
    body: body.slice(0, REFUSED_BODY).replace(/[\ud800-\udbff]$/, ''),
    at,
  }
}
