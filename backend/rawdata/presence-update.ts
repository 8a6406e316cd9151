/** When boards and machines were last heard, beside what they said. Nobody edits these columns, so no version is taken. */
import { sql, type CompiledQuery } from 'kysely'
import { OFFLINE_AFTER_MS } from '../contract/presence'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import type { Accepted, Feed } from './feeds'

export function* storePresence(db: Db, feeds: readonly Feed[], accepted: readonly Accepted[], credits: ReadonlyMap<string, number>, now: number): Iterable<CompiledQuery> {
  const heard = new Map<string, { first: number; last: number }>()
  for (const { board, message } of accepted) {
    // A clock that runs ahead must not keep a board online after it fell silent.
    const at = Math.min(message.at, now)
    const known = heard.get(board.smibId)
    if (!known) heard.set(board.smibId, { first: at, last: at })
    else Object.assign(known, { first: Math.min(known.first, at), last: Math.max(known.last, at) })
  }
  const boards = feeds.flatMap(({ board, numbering }) => {
    const times = heard.get(board.smibId)
    return times ? [{ id: board.smibId, slot: board.slot?.id, first: times.first, last: times.last, seq: numbering.current?.max ?? 0 }] : []
  })
  if (boards.length === 0) return
  yield sql`update smibs set last_message_seq = b.seq,
      online_since = case when smibs.online_since is null or smibs.last_seen_at is null or b.last - smibs.last_seen_at >= ${sql.lit(OFFLINE_AFTER_MS)}
        then b.first else smibs.online_since end,
      last_seen_at = case when smibs.last_seen_at > b.last then smibs.last_seen_at else b.last end
    from ${rowsAsTable(db, { id: 'text', first: 'bigint', last: 'bigint', seq: 'bigint' }, boards.map(({ id, first, last, seq }) => ({ id, first, last, seq })))}
    where smibs.id = b.id`.compile(db)
  const machines = boards.flatMap(({ slot, last }) => (slot ? [{ id: slot, last, credits: credits.get(slot) ?? null }] : []))
  if (machines.length === 0) return
  yield sql`update slots set credits = coalesce(b.credits, slots.credits),
      last_seen_at = case when slots.last_seen_at > b.last then slots.last_seen_at else b.last end
    from ${rowsAsTable(db, { id: 'text', last: 'bigint', credits: 'bigint' }, machines)} where slots.id = b.id`.compile(db)
}
