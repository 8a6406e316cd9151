/** A database that changes nothing, for whoever looks on as another user. */
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { Problem } from '../contract/problem'
import type { Db } from './database'

/** Nothing is written while somebody looks on as another user, not even that they looked at something secret. */
export const viewingReadsOnly = () =>
  new Problem(403, 'viewing_reads_only', { message: 'Nothing can be changed while viewing as another user' })

const CHANGES =
  /\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into|create|alter|drop|truncate)\b/i

function demandReading(node: RootOperationNode): void {
  const reads =
    node.kind === 'SelectQueryNode' ||
    (node.kind === 'RawNode' && !CHANGES.test(node.sqlFragments.join(' ? ')))
  if (!reads) throw viewingReadsOnly()
}

const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => {
    demandReading(node)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/** One for each, so that what modules remember by database is remembered. */
const made = new WeakMap<object, Db>()

/** The same database; what a statement builder wrote throws Problem 403 unless it only reads. */
export function readOnly<Database extends Db>(db: Database): Database {
  const known = made.get(db) ?? db.withPlugin(plugin)
  made.set(db, known)
  return known as Database
}
