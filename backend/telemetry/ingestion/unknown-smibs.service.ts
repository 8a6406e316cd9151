/** MAC addresses that a token's sender reported and that are none of its SMIBs. Those registered since are left out. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { Problem } from '../../platform/contract/problem'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { unknownSmibs } from './unknown-smibs.contract'

/** Of each token, the newest: a sender that makes addresses up fills no disk. Convention. */
export const UNKNOWN_KEPT = 50

export async function keepUnknown(
  db: Db,
  tokenId: string,
  macs: readonly string[],
  now: number,
): Promise<void> {
  if (macs.length === 0) return
  const times = new Map<string, number>()
  for (const mac of macs) times.set(mac, (times.get(mac) ?? 0) + 1)
  const rows = [...times].slice(0, UNKNOWN_KEPT).map(([mac, count]) => ({ mac, count }))
  await db.transaction().execute(async tx => {
    await sql`insert into unknown_smibs (tenant_id, token_id, mac, first_at, last_at, times)
      select t.tenant_id, t.id, b.mac, ${now}, ${now}, b.count
      from ${rowsAsTable(tx, { mac: 'text', count: 'bigint' }, rows)} cross join api_tokens t where t.id = ${tokenId}
      on conflict (tenant_id, token_id, mac) do update set last_at = excluded.last_at, times = unknown_smibs.times + excluded.times`.execute(
      tx,
    )
    await sql`delete from unknown_smibs where token_id = ${tokenId} and mac in (
      select mac from unknown_smibs where token_id = ${tokenId} order by last_at desc, mac limit 1000000 offset ${UNKNOWN_KEPT})`.execute(
      tx,
    )
  })
}

/** Throws 404 for a token that the asker does not see. */
export async function readUnknown(
  db: Db,
  { tenantId }: Scope,
  tokenId: string,
): Promise<z.output<typeof unknownSmibs>> {
  const token = await db
    .selectFrom('api_tokens')
    .select('tenant_id')
    .where('id', '=', tokenId)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!token) throw new Problem(404, 'not_found')
  const rows = await db
    .selectFrom('unknown_smibs as u')
    .select(['u.mac', 'u.first_at', 'u.last_at', 'u.times'])
    .where('u.tenant_id', '=', token.tenant_id)
    .where('u.token_id', '=', tokenId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('smibs as s')
            .select('s.id')
            .whereRef('s.mac', '=', 'u.mac')
            .whereRef('s.tenant_id', '=', 'u.tenant_id'),
        ),
      ),
    )
    .orderBy('u.last_at', 'desc')
    .orderBy('u.mac')
    .limit(UNKNOWN_KEPT)
    .execute()
  return { smibs: rows }
}
