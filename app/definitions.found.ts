/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { aclGroups } from './identity/acl/acl-groups.resource'
import { permissions } from './identity/acl/permissions.resource'
import { roles } from './identity/acl/roles.resource'
import { rules } from './identity/acl/rules.resource'
import { userGroups } from './identity/acl/user-groups.resource'
import { users } from './identity/acl/users.resource'
import { aggregationRules } from './accounting/aggregations/aggregation-rules.resource'
import { checkpoints } from './accounting/aggregations/checkpoints.stream'
import { computedAggregations } from './accounting/aggregations/computed-aggregations.stream'
import { rawAggregations } from './accounting/aggregations/raw-aggregations.stream'
import { alarmRules } from './accounting/alarms/alarm-rules.resource'
import { alarmSteps } from './accounting/alarms/alarm-steps.resource'
import { alarms } from './accounting/alarms/alarms.resource'
import { onCallOrders } from './accounting/alarms/on-call-orders.resource'
import { anomalies } from './accounting/anomalies/anomalies.resource'
import { apiTokens } from './identity/api-tokens/api-tokens.resource'
import { approvals } from './operations/approvals/approvals.resource'
import { audit } from './platform/audit/audit.resource'
import { bulkItems } from './operations/bulk/bulk-items.resource'
import { bulk } from './operations/bulk/bulk.resource'
import { changeRows } from './operations/bulk/change-rows.resource'
import { changes } from './operations/bulk/changes.resource'
import { notificationChannels } from './workflow/channels/notification-channels.resource'
import { collectorCheckpoints } from './accounting/collections/collector-checkpoints.resource'
import { commands } from './estate/control/commands.resource'
import { ignoredMessages } from './accounting/corrections/ignored-messages.resource'
import { manualReadings } from './accounting/corrections/manual-readings.resource'
import { messageEdits } from './accounting/corrections/message-edits.resource'
import { logicCounters } from './telemetry/counters/counters-logic.stream'
import { virtualCounters } from './telemetry/counters/counters-virtual.stream'
import { counters } from './telemetry/counters/counters.stream'
import { messageMeters } from './telemetry/counters/message-meters.stream'
import { customFields } from './workflow/custom-fields/custom-fields.resource'
import { displayChannels } from './money/displays/display-channels.resource'
import { displays } from './money/displays/displays.resource'
import { events } from './telemetry/events/events.stream'
import { exports } from './workflow/exports/exports.resource'
import { firmwareBoards } from './estate/firmware/firmware-boards.resource'
import { firmwareRollouts } from './estate/firmware/firmware-rollouts.resource'
import { firmwareVersions } from './estate/firmware/firmware-versions.resource'
import { dailyReports } from './accounting/fiscal-reports/fiscal-reports.resource'
import { monthlyReports } from './accounting/fiscal-reports/fiscal-reports.resource'
import { gameMixes } from './estate/games-registry/game-mixes.resource'
import { gameProfiles } from './estate/games-registry/game-profiles.resource'
import { gameSettings } from './estate/games-registry/game-settings.resource'
import { games } from './estate/games-registry/games.resource'
import { machineTypes } from './estate/games-registry/machine-types.resource'
import { manufacturers } from './estate/games-registry/manufacturers.resource'
import { protocols } from './estate/games-registry/protocols.resource'
import { gaps } from './telemetry/gaps/gaps.stream'
import { locationsGroups } from './estate/groups/locations-groups.resource'
import { slotsGroups } from './estate/groups/slots-groups.resource'
import { tenantsGroups } from './estate/groups/tenants-groups.resource'
import { handpays } from './money/handpays/handpays.resource'
import { importRows } from './workflow/imports/import-rows.resource'
import { imports } from './workflow/imports/imports.resource'
import { inspections } from './accounting/inspections/inspections.resource'
import { jackpotHistory } from './money/jackpots/jackpot-history.resource'
import { jackpotLevels } from './money/jackpots/jackpot-levels.resource'
import { jackpotRequests } from './money/jackpots/jackpot-requests.resource'
import { jackpotSnapshots } from './money/jackpots/jackpot-snapshots.resource'
import { jackpotSources } from './money/jackpots/jackpot-sources.resource'
import { winReports } from './money/jackpots/jackpot-tellings.resource'
import { jackpots } from './money/jackpots/jackpots.resource'
import { locations } from './estate/locations/locations.resource'
import { errorLogs } from './telemetry/logs/error-logs.stream'
import { logs } from './telemetry/logs/logs.stream'
import { outbox } from './identity/mail/outbox.resource'
import { workOrders } from './estate/maintenance/work-orders.resource'
import { messages } from './telemetry/messages/messages.stream'
import { meterSheetEntries } from './accounting/meters/meter-sheet-entries.resource'
import { slotsMeters } from './accounting/meters/slots-meters.resource'
import { myWork } from './operations/my-work/my-work.resource'
import { notifications } from './workflow/notifications/notifications.resource'
import { paymentLog } from './money/payments/payment-log.resource'
import { paymentMerchants } from './money/payments/payment-merchants.resource'
import { paymentTransactions } from './money/payments/payment-transactions.resource'
import { remoteCashout } from './money/payments/remote-cashout.resource'
import { blacklists } from './players/player-exclusion/blacklists.resource'
import { onjnExclusions } from './players/player-exclusion/onjn-exclusions.resource'
import { playerScans } from './players/player-exclusion/player-scans.resource'
import { players } from './players/player-exclusion/players.resource'
import { selfExclusions } from './players/player-exclusion/self-exclusions.resource'
import { reopenings } from './accounting/reopenings/reopenings.resource'
import { repairs } from './accounting/repairs/repairs.resource'
import { reportSchedules } from './accounting/report-schedules/report-schedules.resource'
import { reportSendings } from './accounting/report-schedules/report-sendings.resource'
import { rawArchives } from './accounting/retention/raw-archives.resource'
import { shareLinks } from './accounting/share-links/share-links.resource'
import { shiftHandovers } from './operations/shift-handovers/shift-handovers.resource'
import { slotdata } from './telemetry/slotdata/slotdata.stream'
import { slotsOffline } from './telemetry/slots-offline/slots-offline.resource'
import { slots } from './estate/slots/slots.resource'
import { smibs } from './estate/smibs/smibs.resource'
import { tasks } from './platform/tasks/tasks.resource'
import { tenants } from './estate/tenants/tenants.resource'
import { timelog } from './telemetry/timelog/timelog.stream'
import { webhookDeliveries } from './workflow/webhooks/webhook-deliveries.resource'
import { webhooks } from './workflow/webhooks/webhooks.resource'

export const found = {
  'acl-groups': aclGroups,
  permissions,
  roles,
  rules,
  'user-groups': userGroups,
  users,
  'aggregation-rules': aggregationRules,
  checkpoints,
  'computed-aggregations': computedAggregations,
  'raw-aggregations': rawAggregations,
  'alarm-rules': alarmRules,
  'alarm-steps': alarmSteps,
  alarms,
  'on-call-orders': onCallOrders,
  anomalies,
  'api-tokens': apiTokens,
  approvals,
  audit,
  'bulk-items': bulkItems,
  bulk,
  'change-rows': changeRows,
  changes,
  'notification-channels': notificationChannels,
  'collector-checkpoints': collectorCheckpoints,
  commands,
  'ignored-messages': ignoredMessages,
  'manual-readings': manualReadings,
  'message-edits': messageEdits,
  'counters-logic': logicCounters,
  'counters-virtual': virtualCounters,
  counters,
  'message-meters': messageMeters,
  'custom-fields': customFields,
  'display-channels': displayChannels,
  displays,
  events,
  exports,
  'firmware-boards': firmwareBoards,
  'firmware-rollouts': firmwareRollouts,
  'firmware-versions': firmwareVersions,
  'daily-reports': dailyReports,
  'monthly-reports': monthlyReports,
  'game-mixes': gameMixes,
  'game-profiles': gameProfiles,
  'game-settings': gameSettings,
  games,
  'machine-types': machineTypes,
  manufacturers,
  protocols,
  gaps,
  'locations-groups': locationsGroups,
  'slots-groups': slotsGroups,
  'tenants-groups': tenantsGroups,
  handpays,
  'import-rows': importRows,
  imports,
  inspections,
  'jackpot-history': jackpotHistory,
  'jackpot-levels': jackpotLevels,
  'jackpot-requests': jackpotRequests,
  'jackpot-snapshots': jackpotSnapshots,
  'jackpot-sources': jackpotSources,
  'jackpot-tellings': winReports,
  jackpots,
  locations,
  'error-logs': errorLogs,
  logs,
  outbox,
  'work-orders': workOrders,
  messages,
  'meter-sheet-entries': meterSheetEntries,
  'slots-meters': slotsMeters,
  'my-work': myWork,
  notifications,
  'payment-log': paymentLog,
  'payment-merchants': paymentMerchants,
  'payment-transactions': paymentTransactions,
  'remote-cashout': remoteCashout,
  blacklists,
  'onjn-exclusions': onjnExclusions,
  'player-scans': playerScans,
  players,
  'self-exclusions': selfExclusions,
  reopenings,
  repairs,
  'report-schedules': reportSchedules,
  'report-sendings': reportSendings,
  'raw-archives': rawArchives,
  'share-links': shareLinks,
  'shift-handovers': shiftHandovers,
  slotdata,
  'slots-offline': slotsOffline,
  slots,
  smibs,
  tasks,
  tenants,
  timelog,
  'webhook-deliveries': webhookDeliveries,
  webhooks,
}
