import type { TenantRecord } from '../../platform/db/tables'
import type { ReportKind, SendingState } from './report-schedules.contract'

export interface ReportSchedulesTable extends TenantRecord {
  /** Null: each of the tenant's. */
  location_id: string | null
  name: string
  kind: ReportKind
  /** JSON. */
  formats: string
  language: 'en' | 'ro' | 'pt'
  /** Local to the location. */
  hour: number
  waits_days: number
  /** JSON: ids of users. */
  recipients: string
  /** What was due before this is not sent. */
  since: number
}

/** One for each schedule, location and period: the unique key is what sends it once. */
export interface ReportSendingsTable extends TenantRecord {
  location_id: string
  schedule_id: string
  kind: ReportKind
  /** YYYY-MM-DD, YYYY-Www or YYYY-MM. */
  period: string
  state: SendingState
  due_at: number
  wait_until: number
  /** Of one that waits, when it is looked at next; of one whose files are being made, when another console may try. */
  next_at: number
  attempts: number
  /** When the recipients were notified that it waits. */
  told_at: number | null
  sent_at: number | null
  /** Names, as they were then. */
  sent_to: string
  files: number
  problem: 'too_large' | 'not_made' | null
}

/** Until its e-mails have left. */
interface ReportSendingFilesTable {
  id: string
  sending_id: string
  location_id: string
  nr: number
  name: string
  type: string
  /** Base64. */
  content: string
  /** Bytes. */
  size: number
  created_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    report_schedules: ReportSchedulesTable
    report_sendings: ReportSendingsTable
    report_sending_files: ReportSendingFilesTable
  }
}
