import type { PushSeverity } from './push.contract'

interface PushBrowsersTable {
  id: string
  user_id: string
  /** One browser of one profile is subscribed once, whoever signs in there. */
  endpoint_hash: string
  /** JSON under the installation's key: the push service's address for it, and the browser's keys. */
  sealed: string
  /** The push service's host. */
  sent_to: string
  /** The browser as it calls itself. */
  name: string
  /** Nothing below it is sent. */
  severity: PushSeverity
  created_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    push_browsers: PushBrowsersTable
  }
}
