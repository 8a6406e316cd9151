/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { AclTables } from '../identity/acl/acl.table'
import type { AggregationsTables } from '../accounting/aggregations/aggregations.table'
import type { AnomaliesTables } from '../accounting/anomalies/anomalies.table'
import type { ApprovalsTables } from '../workflow/approvals/approvals.table'
import type { AuditTables } from '../platform/audit/audit.table'
import type { AuthTables } from '../identity/auth/auth.table'
import type { BulkTables } from '../operations/bulk/bulk.table'
import type { CheckpointTables } from '../accounting/checkpoints/checkpoints.table'
import type { CollectionTables } from '../accounting/collections/collections.table'
import type { ConfigTables } from '../platform/config/config.table'
import type { ControlTables } from '../estate/control/control.table'
import type { DaysTables } from '../accounting/days/days.table'
import type { CoreTables } from '../platform/db/core.table'
import type { DemoTables } from '../demo/demo.table'
import type { DisplaysTables } from '../money/displays/displays.table'
import type { IgnoredMessagesTables } from '../accounting/edits/ignored-messages.table'
import type { ManualReadingsTables } from '../accounting/edits/manual-readings.table'
import type { MessageEditsTables } from '../accounting/edits/message-edits.table'
import type { OpeningsTables } from '../accounting/edits/openings.table'
import type { EntityGroupTables } from '../platform/entity-groups/entity-groups.table'
import type { ExportTables } from '../workflow/exports/exports.table'
import type { FiscalReportsTables } from '../accounting/fiscal-reports/fiscal-reports.table'
import type { GamesRegistryTables } from '../estate/games-registry/games-registry.table'
import type { HistoryTables } from '../estate/histories/histories.table'
import type { HealthTables } from '../platform/http/health.table'
import type { ImportTables } from '../workflow/imports/imports.table'
import type { InspectionTables } from '../accounting/inspections/inspections.table'
import type { JackpotsTables } from '../money/jackpots/jackpots.table'
import type { MailTables } from '../identity/mail/mail.table'
import type { MeterTables } from '../accounting/meters/meters.table'
import type { NotificationTables } from '../workflow/notifications/notifications.table'
import type { PaymentTables } from '../money/payments/payments.table'
import type { PlayerExclusionTables } from '../players/player-exclusion/player-exclusion.table'
import type { PresenceTables } from '../telemetry/presence/presence.table'
import type { ProfileTables } from '../identity/profile/profile.table'
import type { EventTables } from '../telemetry/rawdata/events.table'
import type { RawdataTables } from '../telemetry/rawdata/rawdata.table'
import type { RecordTables } from '../telemetry/rawdata/records.table'
import type { ReopeningsTables } from '../accounting/reopenings/reopenings.table'
import type { RepairTables } from '../accounting/repairs/repairs.table'
import type { ReportSchedulesTables } from '../accounting/report-schedules/report-schedules.table'
import type { RetentionTables } from '../accounting/retention/retention.table'
import type { SavedViewTables } from '../workflow/saved-views/saved-views.table'
import type { SealsTables } from '../accounting/seals/seals.table'
import type { SettingsTables } from '../identity/settings/settings.table'
import type { ShareLinksTables } from '../accounting/share-links/share-links.table'
import type { TaskTables } from '../platform/tasks/tasks.table'
import type { WebhookTables } from '../workflow/webhooks/webhooks.table'

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
