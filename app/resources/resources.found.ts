/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import { aclGroups } from './acl-groups/acl-groups.resource'
import { aggregationRules } from './aggregation-rules/aggregation-rules.resource'
import { computedAggregations } from './aggregations/computed-aggregations.stream'
import { rawAggregations } from './aggregations/raw-aggregations.stream'
import { anomalies } from './anomalies/anomalies.resource'
import { apiTokens } from './api-tokens/api-tokens.resource'
import { approvals } from './approvals/approvals.resource'
import { audit } from './audit/audit.resource'
import { bulkItems } from './bulk/bulk-items.resource'
import { bulk } from './bulk/bulk.resource'
import { changeRows } from './changes/change-rows.resource'
import { changes } from './changes/changes.resource'
import { checkpoints } from './checkpoints/checkpoints.stream'
import { collectorCheckpoints } from './collections/collector-checkpoints.resource'
import { commands } from './commands/commands.resource'
import { logicCounters } from './counters/counters-logic.stream'
import { virtualCounters } from './counters/counters-virtual.stream'
import { counters } from './counters/counters.stream'
import { messageMeters } from './counters/message-meters.stream'
import { displayChannels } from './displays/display-channels.resource'
import { displays } from './displays/displays.resource'
import { events } from './events/events.stream'
import { exports } from './exports/exports.resource'
import { dailyReports } from './fiscal-reports/fiscal-reports.resource'
import { monthlyReports } from './fiscal-reports/fiscal-reports.resource'
import { gameMixes } from './games-registry/game-mixes.resource'
import { gameProfiles } from './games-registry/game-profiles.resource'
import { gameSettings } from './games-registry/game-settings.resource'
import { games } from './games-registry/games.resource'
import { machineTypes } from './games-registry/machine-types.resource'
import { manufacturers } from './games-registry/manufacturers.resource'
import { protocols } from './games-registry/protocols.resource'
import { gaps } from './gaps/gaps.stream'
import { locationsGroups } from './groups/locations-groups.resource'
import { slotsGroups } from './groups/slots-groups.resource'
import { tenantsGroups } from './groups/tenants-groups.resource'
import { ignoredMessages } from './ignored-messages/ignored-messages.resource'
import { importRows } from './imports/import-rows.resource'
import { imports } from './imports/imports.resource'
import { inspections } from './inspections/inspections.resource'
import { jackpotHistory } from './jackpots/jackpot-history.resource'
import { jackpotLevels } from './jackpots/jackpot-levels.resource'
import { jackpotRequests } from './jackpots/jackpot-requests.resource'
import { jackpotSnapshots } from './jackpots/jackpot-snapshots.resource'
import { jackpotSources } from './jackpots/jackpot-sources.resource'
import { jackpotTellings } from './jackpots/jackpot-tellings.resource'
import { jackpots } from './jackpots/jackpots.resource'
import { locations } from './locations/locations.resource'
import { errorLogs } from './logs/error-logs.stream'
import { logs } from './logs/logs.stream'
import { manualReadings } from './manual-readings/manual-readings.resource'
import { messageEdits } from './message-edits/message-edits.resource'
import { messages } from './messages/messages.stream'
import { meterSheetEntries } from './meter-sheets/meter-sheet-entries.resource'
import { notifications } from './notifications/notifications.resource'
import { outbox } from './outbox/outbox.resource'
import { paymentLog } from './payments/payment-log.resource'
import { paymentMerchants } from './payments/payment-merchants.resource'
import { paymentTransactions } from './payments/payment-transactions.resource'
import { remoteCashout } from './payments/remote-cashout.resource'
import { permissions } from './permissions/permissions.resource'
import { blacklists } from './player-exclusion/blacklists.resource'
import { onjnExclusions } from './player-exclusion/onjn-exclusions.resource'
import { playerScans } from './player-exclusion/player-scans.resource'
import { players } from './player-exclusion/players.resource'
import { selfExclusions } from './player-exclusion/self-exclusions.resource'
import { rawArchives } from './raw-archives/raw-archives.resource'
import { reopenings } from './reopenings/reopenings.resource'
import { repairs } from './repairs/repairs.resource'
import { reportSchedules } from './report-schedules/report-schedules.resource'
import { reportSendings } from './report-schedules/report-sendings.resource'
import { roles } from './roles/roles.resource'
import { rules } from './rules/rules.resource'
import { shareLinks } from './share-links/share-links.resource'
import { slotdata } from './slotdata/slotdata.stream'
import { slotsMeters } from './slots-meters/slots-meters.resource'
import { slotsOffline } from './slots-offline/slots-offline.resource'
import { slots } from './slots/slots.resource'
import { smibs } from './smibs/smibs.resource'
import { tasks } from './tasks/tasks.resource'
import { tenants } from './tenants/tenants.resource'
import { timelog } from './timelog/timelog.stream'
import { userGroups } from './user-groups/user-groups.resource'
import { users } from './users/users.resource'
import { webhookDeliveries } from './webhooks/webhook-deliveries.resource'
import { webhooks } from './webhooks/webhooks.resource'

export const found = {
  'acl-groups': aclGroups,
  'aggregation-rules': aggregationRules,
  'computed-aggregations': computedAggregations,
  'raw-aggregations': rawAggregations,
  anomalies,
  'api-tokens': apiTokens,
  approvals,
  audit,
  'bulk-items': bulkItems,
  bulk,
  'change-rows': changeRows,
  changes,
  checkpoints,
  'collector-checkpoints': collectorCheckpoints,
  commands,
  'counters-logic': logicCounters,
  'counters-virtual': virtualCounters,
  counters,
  'message-meters': messageMeters,
  'display-channels': displayChannels,
  displays,
  events,
  exports,
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
  'ignored-messages': ignoredMessages,
  'import-rows': importRows,
  imports,
  inspections,
  'jackpot-history': jackpotHistory,
  'jackpot-levels': jackpotLevels,
  'jackpot-requests': jackpotRequests,
  'jackpot-snapshots': jackpotSnapshots,
  'jackpot-sources': jackpotSources,
  'jackpot-tellings': jackpotTellings,
  jackpots,
  locations,
  'error-logs': errorLogs,
  logs,
  'manual-readings': manualReadings,
  'message-edits': messageEdits,
  messages,
  'meter-sheet-entries': meterSheetEntries,
  notifications,
  outbox,
  'payment-log': paymentLog,
  'payment-merchants': paymentMerchants,
  'payment-transactions': paymentTransactions,
  'remote-cashout': remoteCashout,
  permissions,
  blacklists,
  'onjn-exclusions': onjnExclusions,
  'player-scans': playerScans,
  players,
  'self-exclusions': selfExclusions,
  'raw-archives': rawArchives,
  reopenings,
  repairs,
  'report-schedules': reportSchedules,
  'report-sendings': reportSendings,
  roles,
  rules,
  'share-links': shareLinks,
  slotdata,
  'slots-meters': slotsMeters,
  'slots-offline': slotsOffline,
  slots,
  smibs,
  tasks,
  tenants,
  timelog,
  'user-groups': userGroups,
  users,
  'webhook-deliveries': webhookDeliveries,
  webhooks,
}
