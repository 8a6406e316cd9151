export interface NotificationsTable {
  id: string
  tenant_id: string
  /** slot, location, tenant, user (specification, section 3). */
  resource_type: string
  resource_id: string
  /** JSON: names and ids as they were. */
  resource_details: string
  /** Key of `notification-templates.contract.ts`. */
  template: string
  /** JSON: the template's values. */
  data: string
  severity: string
  /** Folded names and values, for the list's search. */
  search: string
  /** When it was first and last raised; between them it was raised `count` times. */
  first_at: number
  at: number
  count: number
  /** Its location's id, '' where it has none: subscriptions ask for it. */
  place: string
  /** JSON: the tenant's own words at that time, by language; null: the release's. */
  content: string | null
  /** When it was looked who wants it by e-mail. */
  fanned_at: number | null
  /** An alarm that nobody has confirmed by then goes to those who subscribed to that; null: no more. */
  escalate_at: number | null
  /** Of a request that waits for a second person: whoever may answer this kind sees it, its author never does. */
  request_id: string | null
  request_kind: string | null
  asked_by_id: string | null
  /** When it is over, or was answered: it is on nobody's bell from then on. Set by the database with the answer. */
  open_until: number | null
  /**
   * Of one person's own: nobody else sees it, and they only while they may see the record. Of one channel's own, its id:
   * nobody sees it.
   */
  to_user_id: string | null
  about_kind: string | null
  about_id: string | null
}

/** A tenant's own words; the system's (24 zeros) count for tenants without. Null: as released. */
export interface NotificationTemplatesTable {
  tenant_id: string
  template: string
  en: string | null
  ro: string | null
  pt: string | null
  version: number
  updated_at: number
  updated_by: string
}

/** Nearest wins: of a location, then everywhere (scope ''), then the release: in the console, not by e-mail. */
export interface NotificationSubscriptionsTable {
  user_id: string
  template: string
  /** A location's id, or ''. */
  scope: string
  in_app: number | null
  email: number | null
}

/** Quiet hours in minutes of the day of the person's own zone; both null: none. */
export interface NotificationWishesTable {
  user_id: string
  quiet_from: number | null
  quiet_to: number | null
  alarms_in_quiet: number
  escalations: number
}

/** Notifications that wait for a person's next e-mail. */
export interface NotificationMailsTable {
  user_id: string
  notification_id: string
  /** 1: nobody has confirmed it. 2: of a step of an alarm rule. Neither waits for the next e-mail's turn. */
  escalated: number
  due_at: number
}

/** What one user did with one notification. No row: neither seen, nor confirmed, nor dismissed. */
interface NotificationReceiptsTable {
  user_id: string
  notification_id: string
  seen_at: number | null
  confirmed_at: number | null
  dismissed_at: number | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    notifications: NotificationsTable
    notification_receipts: NotificationReceiptsTable
    notification_templates: NotificationTemplatesTable
    notification_subscriptions: NotificationSubscriptionsTable
    notification_wishes: NotificationWishesTable
    notification_mails: NotificationMailsTable
  }
}
