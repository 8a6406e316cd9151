/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { Api } from './platform/http/api'
import { crud } from './platform/http/crud'
import { register as acl } from './identity/acl/acl.routes'
import { register as outbox } from './identity/acl/outbox.routes'
import { register as rights } from './identity/acl/rights.routes'
import { register as userLinks } from './identity/acl/user-links.routes'
import { register as userSessions } from './identity/acl/user-sessions.routes'
import { register as aggregations } from './accounting/aggregations/aggregations.routes'
import { register as alarms } from './accounting/alarms/alarms.routes'
import { register as anomalies } from './accounting/anomalies/anomalies.routes'
import { register as apiTokens } from './identity/api-tokens/api-tokens.routes'
import { register as appearance } from './accounting/appearance/appearance.routes'
import { register as approvals } from './operations/approvals/approvals.routes'
import { register as audit } from './platform/audit-log/audit.routes'
import { register as auth } from './identity/auth/auth.routes'
import { register as passwords } from './identity/auth/passwords.routes'
import { register as registration } from './identity/auth/registration.routes'
import { register as backdating } from './accounting/backdating/backdating.routes'
import { register as bulk } from './operations/bulk/bulk.routes'
import { register as checkpoints } from './accounting/checkpoints/checkpoints.routes'
import { register as days } from './accounting/closing/days.routes'
import { register as collections } from './accounting/collections/collections.routes'
import { register as comments } from './operations/comments/comments.routes'
import { register as config } from './estate/config/config.routes'
import { register as control } from './estate/control/control.routes'
import { register as ignoredMessages } from './accounting/corrections/ignored-messages.routes'
import { register as manualReadings } from './accounting/corrections/manual-readings.routes'
import { register as messageEdits } from './accounting/corrections/message-edits.routes'
import { register as customFields } from './workflow/custom-fields/custom-fields.routes'
import { register as dashboard } from './operations/dashboard/dashboard.routes'
import { register as displays } from './money/displays/displays.routes'
import { register as entityGroups } from './estate/entity-groups/entity-groups.routes'
import { register as exports } from './workflow/exports/exports.routes'
import { register as firmware } from './estate/firmware/firmware.routes'
import { register as fiscalReports } from './accounting/fiscal-reports/fiscal-reports.routes'
import { register as handpays } from './money/handpays/handpays.routes'
import { register as imports } from './workflow/imports/imports.routes'
import { register as inspections } from './accounting/inspections/inspections.routes'
import { register as jackpots } from './money/jackpots/jackpots.routes'
import { register as ledger } from './accounting/ledger/ledger.routes'
import { register as locations } from './estate/locations/locations.routes'
import { register as meters } from './accounting/meters/meters.routes'
import { register as sheets } from './accounting/meters/sheets.routes'
import { register as notifications } from './workflow/notifications/notifications.routes'
import { register as overview } from './operations/overview/overview.routes'
import { register as payments } from './money/payments/payments.routes'
import { register as remoteCashout } from './money/payments/remote-cashout.routes'
import { register as rawdata } from './accounting/period-reports/rawdata.routes'
import { register as listImport } from './players/player-exclusion/list-import.routes'
import { register as playerExclusion } from './players/player-exclusion/player-exclusion.routes'
import { register as playerFile } from './players/player-exclusion/player-file.routes'
import { register as playerPictures } from './players/player-exclusion/player-pictures.routes'
import { register as presence } from './telemetry/presence/presence.routes'
import { register as avatar } from './identity/profile/avatar.routes'
import { register as passkeys } from './identity/profile/passkeys.routes'
import { register as profile } from './identity/profile/profile.routes'
import { register as secondFactor } from './identity/profile/second-factor.routes'
import { register as questions } from './accounting/questions/questions.routes'
import { register as reads } from './platform/reads/reads.routes'
import { register as reaggregation } from './accounting/reaggregation/reaggregation.routes'
import { register as reconciliation } from './accounting/reconciliation/reconciliation.routes'
import { register as reopenings } from './accounting/reopenings/reopenings.routes'
import { register as repairs } from './accounting/repairs/repairs.routes'
import { register as reportSchedules } from './accounting/report-schedules/report-schedules.routes'
import { register as retention } from './accounting/retention/retention.routes'
import { register as savedViews } from './workflow/saved-views/saved-views.routes'
import { register as sealRun } from './accounting/sealing/seal-run.routes'
import { register as sealing } from './accounting/sealing/sealing.routes'
import { register as seals } from './accounting/seals/seals.routes'
import { register as search } from './operations/search/search.routes'
import { register as settings } from './identity/settings/settings.routes'
import { register as shareLinks } from './accounting/share-links/share-links.routes'
import { register as shiftHandovers } from './operations/shift-handovers/shift-handovers.routes'
import { register as slotsOffline } from './telemetry/slots-offline/slots-offline.routes'
import { register as slots } from './estate/slots/slots.routes'
import { register as smibs } from './estate/smibs/smibs.routes'
import { register as moreStreams } from './telemetry/streams/more-streams.routes'
import { register as tasks } from './platform/tasks/tasks.routes'
import { register as tenants } from './estate/tenants/tenants.routes'
import { register as channels } from './workflow/webhooks/channels.routes'
import { register as push } from './workflow/webhooks/push.routes'
import { register as webhooks } from './workflow/webhooks/webhooks.routes'
import { store as alarmRulesStore } from './accounting/alarms/alarm-rules.store'
import { store as alarmStepsStore } from './accounting/alarms/alarm-steps.store'
import { store as onCallOrdersStore } from './accounting/alarms/on-call-orders.store'
import { store as customFieldsStore } from './workflow/custom-fields/custom-fields.store'
import { store as firmwareBoardsStore } from './estate/firmware/firmware-boards.store'
import { store as gameMixesStore } from './estate/games-registry/game-mixes.store'
import { store as gameProfilesStore } from './estate/games-registry/game-profiles.store'
import { store as gameSettingsStore } from './estate/games-registry/game-settings.store'
import { store as gamesStore } from './estate/games-registry/games.store'
import { store as machineTypesStore } from './estate/games-registry/machine-types.store'
import { store as manufacturersStore } from './estate/games-registry/manufacturers.store'
import { store as protocolsStore } from './estate/games-registry/protocols.store'
import { store as workOrdersStore } from './estate/maintenance/work-orders.store'
import { store as myWorkStore } from './operations/my-work/my-work.store'
import { registerLast as bulkEdit } from './operations/bulk/bulk-edit.routes'
import { registerLast as assignments } from './operations/my-work/assignments.routes'
import { registerLast as specifiedPaths } from './operations/specified/specified-paths.routes'

export const modules: readonly ((api: Api) => void)[] = [
  acl,
  outbox,
  rights,
  userLinks,
  userSessions,
  aggregations,
  alarms,
  anomalies,
  apiTokens,
  appearance,
  approvals,
  audit,
  auth,
  passwords,
  registration,
  backdating,
  bulk,
  checkpoints,
  days,
  collections,
  comments,
  config,
  control,
  ignoredMessages,
  manualReadings,
  messageEdits,
  customFields,
  dashboard,
  displays,
  entityGroups,
  exports,
  firmware,
  fiscalReports,
  handpays,
  imports,
  inspections,
  jackpots,
  ledger,
  locations,
  meters,
  sheets,
  notifications,
  overview,
  payments,
  remoteCashout,
  rawdata,
  listImport,
  playerExclusion,
  playerFile,
  playerPictures,
  presence,
  avatar,
  passkeys,
  profile,
  secondFactor,
  questions,
  reads,
  reaggregation,
  reconciliation,
  reopenings,
  repairs,
  reportSchedules,
  retention,
  savedViews,
  sealRun,
  sealing,
  seals,
  search,
  settings,
  shareLinks,
  shiftHandovers,
  slotsOffline,
  slots,
  smibs,
  moreStreams,
  tasks,
  tenants,
  channels,
  push,
  webhooks,
  api => crud(api, alarmRulesStore),
  api => crud(api, alarmStepsStore),
  api => crud(api, onCallOrdersStore),
  api => crud(api, customFieldsStore),
  api => crud(api, firmwareBoardsStore),
  api => crud(api, gameMixesStore),
  api => crud(api, gameProfilesStore),
  api => crud(api, gameSettingsStore),
  api => crud(api, gamesStore),
  api => crud(api, machineTypesStore),
  api => crud(api, manufacturersStore),
  api => crud(api, protocolsStore),
  api => crud(api, workOrdersStore),
  api => crud(api, myWorkStore),
  bulkEdit,
  assignments,
  specifiedPaths,
]
