/** The one place that decides which database a request reads. */
import { isPosition, READ_AFTER, WRITTEN_AT, PRIMARY_ALONE } from '../contract/read-after'
import type { Deps } from '../deps'
import type { Actor } from '../request/actor'
import type { EndpointSpec } from './endpoint'

interface ReadSource {
  db: Deps['db']
  /** The instant that the answer tells of, epoch milliseconds: a replica's is a moment ago. */
  now: number
  isReplica: boolean
}

/**
 * A replica where somebody looks at a list or a report, says what it has to have, and it has that. Rules that narrow
 * what a person sees hold from the moment they are saved, so whoever has some reads the primary.
 */
export function readSourceOf(
  { db, clock, replica }: Pick<Deps, 'db' | 'clock' | 'replica'>,
  { list, mayLag }: Pick<EndpointSpec<never, never, never>, 'list' | 'mayLag'>,
  { rules }: Pick<Actor, 'rules'>,
  headers: Headers,
): ReadSource {
  const now = clock()
  const after = headers.get(READ_AFTER) ?? undefined
  const mayBeReplica = replica !== undefined && (list !== undefined || mayLag === true) && rules === undefined
  const lag = mayBeReplica && isPosition(after) ? replica.lagFor(after) : undefined
  return mayBeReplica && lag !== undefined
    ? { db: replica.db, now: now - lag, isReplica: true }
    : { db, now, isReplica: false }
}

/** What tells whoever has written, and said what they read after, where that is; nothing without a replica. */
export async function writtenAt(
  { replica, log }: Pick<Deps, 'replica' | 'log'>,
  headers: Headers,
): Promise<[string, string] | undefined> {
  if (!replica || !isPosition(headers.get(READ_AFTER) ?? undefined)) return undefined
  // What was written is written: where nobody can say where, the primary alone has it for certain.
  const position = await replica.position().catch((error: unknown) => {
    log.warn({ why: String(error) }, 'where a write stands in the log is unknown')
    return PRIMARY_ALONE
  })
  return [WRITTEN_AT, position]
}
