/**
 * When SMIBs and slots last sent a message, and how old their newest reading is (ruling 41): a SMIB that delivers
 * what it buffered while it was away is online again, and its figures are old. Nobody edits these columns, so no
 * version is taken. History that is brought in later (`live` is false) was received when it happened.
 */
import type { CompiledQuery } from 'kysely'
import { OFFLINE_AFTER_MS } from '../../platform/contract/presence'
import { changing } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Feed } from './feeds'
import type { Accepted } from './received-message'

export function* storePresence(
  db: Db,
  feeds: readonly Feed[],
  accepted: readonly Accepted[],
  credits: ReadonlyMap<string, number>,
  now: number,
  live: boolean,
): Iterable<CompiledQuery> {
  const seen = new Map<string, { first: number; last: number; read: number | null }>()
  for (const { smib, message } of accepted) {
    // A clock that runs ahead must not keep a SMIB online after it fell silent.
    const own = Math.min(message.at, now)
    const at = live ? now : own
    const read = message.counters.length > 0 ? own : null
    const known = seen.get(smib.smibId)
    if (!known) seen.set(smib.smibId, { first: at, last: at, read })
    else
      Object.assign(known, {
        first: Math.min(known.first, at),
        last: Math.max(known.last, at),
        read: read === null ? known.read : Math.max(known.read ?? 0, read),
      })
  }
  const smibs = feeds.flatMap(({ smib, numbering }) => {
    const times = seen.get(smib.smibId)
    return times ? [{ smib, times, seq: numbering.current?.max ?? 0 }] : []
  })
  // Before the SMIBs: a slot that is moved takes its SMIB along, and its form writes them in this order.
  yield* seenSlots(
    db,
    smibs.flatMap(({ smib: { slot }, times: { last, read } }) =>
      slot ? [[slot.id, last, read, credits.get(slot.id) ?? null]] : [],
    ),
  )
  yield* seenSmibs(
    db,
    smibs.map(({ smib, times: { first, last, read }, seq }) => [
      smib.smibId,
      first,
      last,
      read,
      seq,
      smib.clockOffset,
    ]),
  )
}

/** Of a row of `slots` or `smibs`: nothing goes back in time. */
const laterOf = (table: string): string => `
  last_seen_at = case when ${table}.last_seen_at > b.last then ${table}.last_seen_at else b.last end,
  last_reading_at = case when b.read is null or ${table}.last_reading_at > b.read
    then ${table}.last_reading_at else b.read end`

const seenSlots = changing(
  'slots',
  { id: 'text', last: 'bigint', read: 'bigint', credits: 'bigint' },
  {
    set: `credits = coalesce(b.credits, slots.credits), ${laterOf('slots')}`,
    key: 'id',
  },
)

const seenSmibs = changing(
  'smibs',
  { id: 'text', first: 'bigint', last: 'bigint', read: 'bigint', seq: 'bigint', clock_offset: 'bigint' },
  {
    set: `last_message_seq = b.seq, clock_offset = b.clock_offset,
      online_since = case when smibs.online_since is null or smibs.last_seen_at is null
        or b.last - smibs.last_seen_at >= ${OFFLINE_AFTER_MS} then b.first else smibs.online_since end,
      ${laterOf('smibs')}`,
    key: 'id',
  },
)
