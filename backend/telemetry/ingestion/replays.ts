/** What is stored already of messages that may have been sent before. */
import { groupBy } from '../../platform/contract/group-by'
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { Known } from './received-message'

/** So much of a digest is left of a message in an archive: by SMIB and time it tells them apart. */
export const DIGEST_CHARS = 8

/** A replay has the number of what it repeats, and the time by its SMIB's own clock. */
export async function knownDigests(db: Db, late: readonly Known[]): Promise<Map<string, Set<string>>> {
  const lateRows = () =>
    rowsAsTable(
      db,
      { id: 'text', at: 'bigint', nano: 'bigint', seq: 'bigint' },
      late.map(({ smib, message: { at, ownTime, nano, seq } }) => ({
        id: smib.smibId,
        at: ownTime ?? at,
        nano,
        seq,
      })),
    )
  const { rows } = await sql<{ smib_id: string; digest: string }>`
    select m.smib_id, m.digest from ${lateRows()}
    join messages m on m.smib_nr = ${numberOf(sql`b.id`)} and m.server_time = b.at and m.server_nano = b.nano and m.message_seq_nr = b.seq
    union all select m.smib_id, m.digest from ${lateRows()}
    join messages m on m.smib_nr = ${numberOf(sql`b.id`)} and m.own_time is not null and m.own_time = b.at and m.message_seq_nr = b.seq`.execute(
    db,
  )
  return new Map(
    [
      ...groupBy(
        [...rows, ...(await archivedDigests(db, late))],
        row => row.smib_id,
        row => row.digest,
      ),
    ].map(([id, digests]) => [id, new Set(digests)]),
  )
}

async function archivedDigests(
  db: Db,
  late: readonly Known[],
): Promise<{ smib_id: string; digest: string }[]> {
  const { rows } = await sql<{ nr: number; digests: string }>`
    select b.nr, d.digests from ${rowsAsTable(
      db,
      { nr: 'bigint', id: 'text', at: 'bigint' },
      late.map(({ smib, message: { at, ownTime } }, nr) => ({ nr, id: smib.smibId, at: ownTime ?? at })),
    )} join archived_digests d on d.smib_id = b.id and d.to_at >= b.at and d.from_at <= b.at`.execute(db)
  return rows.flatMap(({ nr, digests }) => {
    const one = late[Number(nr)]
    if (!one) return []
    const { smib, message } = one
    const start = message.digest.slice(0, DIGEST_CHARS)
    let place = digests.indexOf(start)
    while (place % DIGEST_CHARS > 0) place = digests.indexOf(start, place + 1)
    return place < 0 ? [] : [{ smib_id: smib.smibId, digest: message.digest }]
  })
}
