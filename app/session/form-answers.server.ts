/**
 * Answers to refused forms, stored in the session until the form is sent again: the POST answers with a
 * redirect, so that Back and reload work, and the page it leads to shows what was typed and what was wrong.
 * Each answer has an id of its own in the address, so that two tabs do not mix.
 */
import { DAY_MS } from '../../backend/platform/contract/durations'
import { randomBytes } from 'node:crypto'
import { ANSWER } from '../addresses/own-parameters'
import type { SessionsDb } from './sessions-db.server'
import { fingerprint, type Vault } from './vault.server'

export interface FormAnswer {
  /** The page that it belongs to, without the answer's own id. */
  path: string
  status: number
  data: unknown
}

/** Forms that one person leaves refused at a time; the oldest gives way. */
export const MOST_ANSWERS = 8
export const MOST_ANSWER_BYTES = 128 * 1024
/** No form is mended a day later. */
const LONGEST_MS = DAY_MS
const ID_BYTES = 9

export interface AnswerStore {
  /** Null when it is too large to be stored. */
  put(sessionId: string, answer: FormAnswer): Promise<string | null>
  /** Null for another page's, another session's, or one that is gone. */
  read(sessionId: string, id: string, path: string): Promise<FormAnswer | null>
  drop(sessionId: string, id: string): Promise<void>
  /** All that this session was answered on this page: its form was sent since, so none of it holds any more. */
  dropAll(sessionId: string, path: string): Promise<void>
  /** The session has ended. */
  forget(sessionId: string): Promise<void>
  /** Deletes what sessions have left that ended by themselves. */
  prune(): Promise<void>
}

export function createAnswerStore(
  database: () => Promise<SessionsDb>,
  vault: Vault,
  clock: () => number = Date.now,
): AnswerStore {
  const place = (session: string, id: string) => `${session}.answer.${id}`
  return {
    async put(sessionId, answer) {
      if (Buffer.byteLength(JSON.stringify(answer)) > MOST_ANSWER_BYTES) return null
      const db = await database()
      const session = fingerprint(sessionId)
      const id = randomBytes(ID_BYTES).toString('base64url')
      await db
        .insertInto('console_answers')
        .values({
          id,
          session_id: session,
          content: vault.seal(answer, place(session, id)),
          kept_at: clock(),
        })
        .execute()
      const surplus = await db
        .selectFrom('console_answers')
        .select('id')
        .where('session_id', '=', session)
        .orderBy('kept_at', 'desc')
        .orderBy('id')
        .offset(MOST_ANSWERS)
        .limit(MOST_ANSWERS)
        .execute()
      for (const { id: old } of surplus)
        await db.deleteFrom('console_answers').where('id', '=', old).execute()
      return id
    },
    async read(sessionId, id, path) {
      const session = fingerprint(sessionId)
      const row = await (
        await database()
      )
        .selectFrom('console_answers')
        .select('content')
        .where('id', '=', id)
        .where('session_id', '=', session)
        .executeTakeFirst()
      const answer = row ? (vault.open(row.content, place(session, id)) as FormAnswer | null) : null
      return answer?.path === path ? answer : null
    },
    async drop(sessionId, id) {
      await (
        await database()
      )
        .deleteFrom('console_answers')
        .where('id', '=', id)
        .where('session_id', '=', fingerprint(sessionId))
        .execute()
    },
    async dropAll(sessionId, path) {
      const session = fingerprint(sessionId)
      const db = await database()
      const stored = await db
        .selectFrom('console_answers')
        .select(['id', 'content'])
        .where('session_id', '=', session)
        .execute()
      const overcome = stored.filter(
        ({ id, content }) => (vault.open(content, place(session, id)) as FormAnswer | null)?.path === path,
      )
      for (const { id } of overcome) await db.deleteFrom('console_answers').where('id', '=', id).execute()
    },
    async forget(sessionId) {
      await (
        await database()
      )
        .deleteFrom('console_answers')
        .where('session_id', '=', fingerprint(sessionId))
        .execute()
    },
    async prune() {
      await (
        await database()
      )
        .deleteFrom('console_answers')
        .where('kept_at', '<', clock() - LONGEST_MS)
        .execute()
    },
  }
}

/** The page itself, whatever was answered to its form. */
export function answerPath(url: URL): string {
  const clean = new URL(url)
  clean.searchParams.delete(ANSWER)
  return clean.pathname + clean.search
}

export function answerAddress(url: URL, id: string): string {
  const path = answerPath(url)
  return `${path}${path.includes('?') ? '&' : '?'}${ANSWER}=${id}`
}

/** Only a well-formed id reaches the database. */
export function answerIdIn(url: URL): string | null {
  const id = url.searchParams.get(ANSWER)
  return id !== null && /^[\w-]{12}$/.test(id) ? id : null
}
