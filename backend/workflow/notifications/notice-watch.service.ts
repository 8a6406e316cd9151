/** One backend at a time looks after e-mails of notifications. */
import type { Deps } from '../../platform/deps'
import { startWatch } from '../../platform/tasks/watch.service'
import { notifyByMail } from './notice-mails.service'

const LOOK_EVERY_MS = 5_000

export const startNoticeMails = (deps: Deps) =>
  startWatch(deps, {
    name: 'notice-mails',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 10 * LOOK_EVERY_MS,
    failed: 'notifications could not be told by e-mail',
    look: () => notifyByMail(deps),
  })
