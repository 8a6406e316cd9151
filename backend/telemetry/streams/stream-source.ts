/**
 * A stream as a list that can be exported. Only a period with both ends can be: so the file says what it covers, and
 * may be requested again.
 */
import type { ListRequest } from '../../platform/contract/list'
import type { Db } from '../../platform/db/database'
import { filterOf, invalid, type StreamRequest } from './stream-request'
import type { ListSource } from '../../platform/store/list-source'
import type { Scope } from '../../platform/request/actor'
import { keysBySmib } from './rows-by-smib.queries'
import { countStream, keysInPieces, rowsOf } from './streams.queries'

/** A workbook's sheet has 1,048,576 rows. */
const MOST_ROWS = 1_000_000

export function streamSource<Stored extends object>(
  contract: ListSource['contract'],
  definition: StreamRequest,
  present: (db: Db, rows: Stored[], now: number) => Promise<object[]>,
  piece?: number,
): ListSource {
  const pinned = (db: Db, scope: Scope, request: ListRequest, now: number) => {
    for (const end of ['dateStart', 'dateEnd'] as const)
      if (request[end] === undefined) invalid(end, 'required')
    // A file has all rows of its period, wherever a reader was in them.
    for (const side of ['after', 'before'] as const)
      if (request[side] !== undefined) invalid(side, 'unknown_field')
    return filterOf(db, scope, request, definition, now)
  }
  return {
    contract,
    takes: definition.takes,
    total: async (db, scope, request, most, now) => {
      const total = await countStream(db, scope, await pinned(db, scope, request, now), most)
      return { total, ...(total > most && { capped: true }) }
    },
    mostRows: MOST_ROWS,
    async *idsInPieces(db, scope, request, most, now) {
      const filter = await pinned(db, scope, request, now)
      yield* (filter.bySmib ? keysBySmib : keysInPieces)(db, scope, filter, most, piece)
    },
    present: async (db, scope, keys, now) =>
      present(db, await rowsOf<Stored>(db, scope, definition.table, keys), now),
  }
}
