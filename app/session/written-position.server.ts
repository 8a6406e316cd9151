/**
 * What a session has written last, so that a list that a replica answers shows it. It lies in the session store, which
 * all consoles share.
 */
import { ANY, laterOf, PRIMARY_ALONE } from '../../backend/platform/contract/read-after'
import type { WrittenPosition } from '../api/client.server'
import { log } from '../process/log.server'
import { sessionStore, type OpenSession } from './session.server'

/** Signing in has written as well, and its position is unknown: longer than a replica that is used lags behind. */
const YOUNG_MS = 60_000

interface Position extends WrittenPosition {
  /** A write's answer was lost: whether it was done is looked for where it would be. */
  noteUnknown(): Promise<void>
}

/** `isLook`: without it everything is read where it is written. */
export function writtenPosition(session: () => Promise<OpenSession | null>, isLook: boolean): Position {
  let own = ANY
  const note = async (position: string) => {
    own = laterOf(own, position)
    const found = await session()
    if (!found) return
    // The write itself is done, and this page's answer must say so.
    await sessionStore()
      .saveWrittenAt(found.id, position)
      .catch((error: unknown) => log.warn({ err: error }, 'what a session wrote last could not be stored'))
  }
  return {
    async last() {
      const found = await session()
      if (!found) return null
      // Said all the same: the answer says where a write stands to whoever names a position.
      if (!isLook || Date.now() - found.createdAt < YOUNG_MS) return PRIMARY_ALONE
      return laterOf(own, found.writtenAt ?? ANY)
    },
    note,
    noteUnknown: () => note(PRIMARY_ALONE),
  }
}
