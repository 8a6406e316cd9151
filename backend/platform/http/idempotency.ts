/** A write and its answer in one transaction: a retry gets the first answer, and nothing is done twice. */
import { DAY_MS } from '../contract/durations'
import { createHash } from 'node:crypto'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import { isOutcomeUnknown, isRetryable } from '../db/errors'
import type { Deps } from '../deps'
import type { Actor } from '../request/actor'

/** How long a repeated request is recognised. Milliseconds. */
const REMEMBERED_MS = DAY_MS
const MAX_TRIES = 4

interface Attempt {
  key: string | undefined
  actor: Actor
  method: string
  path: string
  body: unknown
  /** The member of the answer that is given once and never stored: a repeated request finds null there. */
  oneTime?: string | undefined
}

/** Of an endpoint that opens its own transaction. */
export const attemptOf = ({
  request,
  actor,
  body,
}: {
  request: Request
  actor: Actor
  body: unknown
}): Attempt => ({
  key: request.headers.get('idempotency-key') ?? undefined,
  actor,
  method: request.method,
  path: new URL(request.url).pathname,
  body,
})

export async function once(
  deps: Pick<Deps, 'db' | 'clock'>,
  attempt: Attempt,
  work: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  if (attempt.key !== undefined && !/^[\w-]{8,64}$/.test(attempt.key))
    throw new Problem(400, 'idempotency_key_invalid')
  for (let tries = 1; ; tries++) {
    try {
      return await deps.db.transaction().execute(async db => {
        const { key } = attempt
        if (key === undefined) return work(db)
        const earlier = await claim(db, { ...attempt, key }, deps.clock())
        if (earlier !== undefined) return JSON.parse(earlier)
        const answer = (await work(db)) ?? {}
        await db
          .updateTable('idempotency_keys')
          .set({ answer: JSON.stringify(attempt.oneTime ? { ...answer, [attempt.oneTime]: null } : answer) })
          .where('actor_id', '=', attempt.actor.id)
          .where('key', '=', key)
          .execute()
        return answer
      })
    } catch (error) {
      // Its transaction left nothing behind, so it may simply go again. Where the database went away during the commit
      // nobody knows whether
      // it did; with a key it is looked up: what was done answers as the first time.
      const mayGoAgain = isRetryable(error) || (isOutcomeUnknown(error) && attempt.key !== undefined)
      if (tries >= MAX_TRIES || !mayGoAgain) throw error
    }
  }
}

/** The earlier answer, or undefined when this call is the first and now holds the key. */
async function claim(
  db: Db,
  { key, actor, method, path, body }: Attempt & { key: string },
  now: number,
): Promise<string | undefined> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([method, path, body ?? null]))
    .digest('hex')
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', now - REMEMBERED_MS)
    .execute()
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ actor_id: actor.id, key, fingerprint, answer: null, created_at: now })
    .onConflict(conflict => conflict.columns(['actor_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return undefined
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('actor_id', '=', actor.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (row.fingerprint !== fingerprint)
    throw new Problem(422, 'idempotency_key_reused', {
      message: 'This Idempotency-Key was used for another request',
    })
  return row.answer ?? '{}'
}
