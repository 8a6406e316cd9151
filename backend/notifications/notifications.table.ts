export interface NotificationsTable {
  id: string
  tenant_id: string
  /** slot, location, tenant, user (specification, section 3). */
  resource_type: string
  resource_id: string
  /** JSON: names and ids as they were. */
  resource_details: string
  /** Key of `notification-templates.ts`. */
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
}

/** What one user did with one notification. No row: neither seen, nor confirmed, nor dismissed. */
export interface NotificationReceiptsTable {
  user_id: string
  notification_id: string
  seen_at: number | null
  confirmed_at: number | null
  dismissed_at: number | null
}

export interface NotificationTables {
  notifications: NotificationsTable
  notification_receipts: NotificationReceiptsTable
}
