/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { AclTables } from '../acl/acl.table'
import type { AggregationsTables } from '../aggregations/aggregations.table'
import type { AnomaliesTables } from '../anomalies/anomalies.table'
import type { ApprovalsTables } from '../approvals/approvals.table'
import type { AuditTables } from '../audit/audit.table'
import type { AuthTables } from '../auth/auth.table'
import type { BulkTables } from '../bulk/bulk.table'
import type { CheckpointTables } from '../checkpoints/checkpoints.table'
import type { CollectionTables } from '../collections/collections.table'
import type { ConfigTables } from '../config/config.table'
import type { ControlTables } from '../control/control.table'
import type { DaysTables } from '../days/days.table'
import type { CoreTables } from './core.table'
import type { DemoTables } from '../demo/demo.table'
import type { DisplaysTables } from '../displays/displays.table'
import type { IgnoredMessagesTables } from '../edits/ignored-messages.table'
import type { ManualReadingsTables } from '../edits/manual-readings.table'
import type { MessageEditsTables } from '../edits/message-edits.table'
import type { OpeningsTables } from '../edits/openings.table'
import type { EntityGroupTables } from '../entity-groups/entity-groups.table'
import type { ExportTables } from '../exports/exports.table'
import type { FiscalReportsTables } from '../fiscal-reports/fiscal-reports.table'
import type { GamesRegistryTables } from '../games-registry/games-registry.table'
import type { HistoryTables } from '../histories/histories.table'
import type { HealthTables } from '../http/health.table'
import type { ImportTables } from '../imports/imports.table'
import type { InspectionTables } from '../inspections/inspections.table'
import type { JackpotsTables } from '../jackpots/jackpots.table'
import type { MailTables } from '../mail/mail.table'
import type { MeterTables } from '../meters/meters.table'
import type { NotificationTables } from '../notifications/notifications.table'
import type { PaymentTables } from '../payments/payments.table'
import type { PlayerExclusionTables } from '../player-exclusion/player-exclusion.table'
import type { PresenceTables } from '../presence/presence.table'
import type { ProfileTables } from '../profile/profile.table'
import type { EventTables } from '../rawdata/events.table'
import type { RawdataTables } from '../rawdata/rawdata.table'
import type { RecordTables } from '../rawdata/records.table'
import type { ReopeningsTables } from '../reopenings/reopenings.table'
import type { RepairTables } from '../repairs/repairs.table'
import type { ReportSchedulesTables } from '../report-schedules/report-schedules.table'
import type { RetentionTables } from '../retention/retention.table'
import type { SavedViewTables } from '../saved-views/saved-views.table'
import type { SealsTables } from '../seals/seals.table'
import type { SettingsTables } from '../settings/settings.table'
import type { ShareLinksTables } from '../share-links/share-links.table'
import type { TaskTables } from '../tasks/tasks.table'
import type { WebhookTables } from '../webhooks/webhooks.table'

export interface Tables
  extends
    AclTables,
    AggregationsTables,
    AnomaliesTables,
    ApprovalsTables,
    AuditTables,
    AuthTables,
    BulkTables,
    CheckpointTables,
    CollectionTables,
    ConfigTables,
    ControlTables,
    DaysTables,
    CoreTables,
    DemoTables,
    DisplaysTables,
    IgnoredMessagesTables,
    ManualReadingsTables,
    MessageEditsTables,
    OpeningsTables,
    EntityGroupTables,
    ExportTables,
    FiscalReportsTables,
    GamesRegistryTables,
    HistoryTables,
    HealthTables,
    ImportTables,
    InspectionTables,
    JackpotsTables,
    MailTables,
    MeterTables,
    NotificationTables,
    PaymentTables,
    PlayerExclusionTables,
    PresenceTables,
    ProfileTables,
    EventTables,
    RawdataTables,
    RecordTables,
    ReopeningsTables,
    RepairTables,
    ReportSchedulesTables,
    RetentionTables,
    SavedViewTables,
    SealsTables,
    SettingsTables,
    ShareLinksTables,
    TaskTables,
    WebhookTables {}
