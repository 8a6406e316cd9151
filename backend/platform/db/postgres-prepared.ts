/** Which statements PostgreSQL plans once for each connection, and by what name. */
import { createHash } from 'node:crypto'
import { sql as raw } from 'kysely'
import { LRUCache } from 'lru-cache'

/** A shorter statement is planned in no time; a longer one lists what it is about, and hardly comes again. */
const [LONG, TOO_LONG] = [300, 20_000]
/**
 * A statement that is sent twice is likely to be sent again and again; lists of ids make statements of their own
 * that are not.
 */
const OFTEN = 3
/** Each connection keeps the plans of its own. */
const MOST_PREPARED = 100
const MOST_COUNTED = 2_000
/**
 * Written into a statement of many shapes, which would take the names of those that run with each request: it is
 * planned each time.
 */
const MARK = '/* seldom */'
export const SELDOM = raw.raw(MARK)

/**
 * Long statements are planned once by each connection: of a page of events planning takes longer than finding its rows.
 * A name is made of the statement's text, so that a pooler which hands a connection from one program to another can
 * never answer one statement with another's.
 */
export class PreparedNames {
  private readonly counts = new LRUCache<string, number>({ max: MOST_COUNTED })
  private readonly names = new Map<string, string>()
  private isOff = false

  of(sql: string): string | undefined {
    if (this.isOff || sql.length < LONG || sql.length > TOO_LONG) return undefined
    const known = this.names.get(sql)
    if (known !== undefined || this.names.size >= MOST_PREPARED) return known
    if (sql.includes(MARK)) return undefined
    const count = (this.counts.get(sql) ?? 0) + 1
    this.counts.set(sql, count)
    if (count < OFTEN) return undefined
    const name = createHash('sha256').update(sql).digest('base64url')
    this.names.set(sql, name)
    return name
  }

  /**
   * Until the next start: whoever is between us and the database does not keep them, or a table has changed under them.
   */
  forget(): void {
    this.isOff = true
    this.names.clear()
    this.counts.clear()
  }
}
