/** One backend at a time looks after e-mails of notifications. */
import { newId } from '../db/new-id'
import type { Deps } from '../deps'
import { holdLease, releaseLease } from '../tasks/lease.service'
import { tellByMail } from './notice-mails.service'

const LOOK_EVERY_MS = 5_000
const LEASE = 'notice-mails'

export function startNoticeMails(deps: Deps): { stop(): Promise<void> } {
  const owner = newId()
  let looking: Promise<void> | undefined
  const look = async () => {
    if (await holdLease(deps.db, LEASE, owner, 10 * LOOK_EVERY_MS, deps.clock())) await tellByMail(deps)
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'notifications could not be told by e-mail'))
      .finally(() => (looking = undefined))
  }, LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await releaseLease(deps.db, LEASE, owner).catch(() => {})
    },
  }
}
