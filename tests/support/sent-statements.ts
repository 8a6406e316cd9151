/**
 * Statements that the suite sends to PostgreSQL, each once, with who sent it first: what a law over all of them looks
 * at.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CompiledQuery, QueryResult } from 'kysely'
import { PooledConnection } from '../../backend/platform/db/postgres-connection'

export interface Sent {
  sql: string
  parameters: readonly unknown[]
  /** File and function of the product, as `backend/…/days.queries.ts dayOf`. */
  sender: string
}

/**
 * By their texts. Null: of one that does not matter. What a test asks by itself stands nowhere: the product may, too.
 */
const senders = new Map<string, string | null>()
const known = new Set<string>()
let sent: Sent[] = []
let isWatching = false

/** Of all databases of this process from now on. `matters`: of which texts. */
export function watchStatements(db: { getExecutor(): object }, matters: (text: string) => boolean): void {
  if (isWatching) return
  isWatching = true
  const senderOf = (text: string): string | null | undefined => {
    const found = senders.get(text)
    if (found !== undefined) return found
    const now = matters(text) ? sender() : null
    if (now !== undefined) senders.set(text, now)
    return now
  }
  // Here it is known who asks, there what is sent, also of statements that are sent without waiting.
  const executors = prototypeWith(db.getExecutor(), 'executeQuery') as {
    executeQuery(query: CompiledQuery, ...more: unknown[]): unknown
  }
  const { executeQuery } = executors
  executors.executeQuery = function (query, ...more) {
    senderOf(query.sql)
    return executeQuery.call(this, query, ...more)
  }
  const connections = PooledConnection.prototype
  const send = connections.executeQuery
  connections.executeQuery = function <Row>(this: PooledConnection, query: CompiledQuery) {
    if (!known.has(query.sql)) {
      const from = senderOf(query.sql)
      if (from !== undefined) known.add(query.sql)
      if (from) sent.push({ sql: query.sql, parameters: query.parameters, sender: from })
    }
    return send.call(this, query) as Promise<QueryResult<Row>>
  }
}

/** Those that are new since the last time. */
export function takeStatements(): Sent[] {
  const taken = sent
  sent = []
  return taken
}

/** Nothing was seen of it: the next one of the same text may show more. */
export function lookAgain(text: string): void {
  const times = (again.get(text) ?? 0) + 1
  again.set(text, times)
  if (times < MOST_LOOKS) known.delete(text)
}
const MOST_LOOKS = 5
const again = new Map<string, number>()

function prototypeWith(object: object, method: string): object {
  let one: object = object
  while (!Object.hasOwn(one, method)) one = Object.getPrototypeOf(one) as object
  return one
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const frame = /^\s+at (?:async )?(?:(?<name>.+) \()?(?:file:\/\/)?(?<file>\/[^()]+?):\d+:\d+\)?$/
/** They send for others. */
const passedThrough = ['backend/platform/db/', 'node_modules/', 'tests/support/sent-statements']

/** Undefined for what a test asks by itself. */
function sender(): string | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const lines = (new Error().stack ?? '').split('\n')
  Error.stackTraceLimit = stackTraceLimit
  let found: string | undefined
  for (const line of lines) {
    const { name, file } = frame.exec(line)?.groups ?? {}
    const relative = file && path.relative(root, file)
    if (!relative || passedThrough.some(part => relative.includes(part))) continue
    if (found === undefined && !isProduct(relative)) return undefined
    if (found !== undefined && found !== relative) break
    found = relative
    const named = name
      ?.split('.')
      .at(-1)
      ?.replace(/^<.*>$/, '')
    if (named) return `${relative} ${named}`
  }
  return found
}

const isProduct = (file: string) => file.startsWith('backend/') && !file.endsWith('.test.ts')
