/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { Api } from './http/api'
import { register as acl } from './acl/acl.routes'
import { register as outbox } from './acl/outbox.routes'
import { register as rights } from './acl/rights.routes'
import { register as userLinks } from './acl/user-links.routes'
import { register as userSessions } from './acl/user-sessions.routes'
import { register as aggregations } from './aggregations/aggregations.routes'
import { register as anomalies } from './anomalies/anomalies.routes'
import { register as apiTokens } from './api-tokens/api-tokens.routes'
import { register as approvals } from './approvals/approvals.routes'
import { register as audit } from './audit/audit.routes'
import { register as auth } from './auth/auth.routes'
import { register as passwords } from './auth/passwords.routes'
import { register as registration } from './auth/registration.routes'
import { register as board } from './board/board.routes'
import { register as bulk } from './bulk/bulk.routes'
import { register as checkpoints } from './checkpoints/checkpoints.routes'
import { register as collections } from './collections/collections.routes'
import { register as config } from './config/config.routes'
import { register as control } from './control/control.routes'
import { register as dashboard } from './dashboard/dashboard.routes'
import { register as days } from './days/days.routes'
import { register as displays } from './displays/displays.routes'
import { register as ignoredMessages } from './edits/ignored-messages.routes'
import { register as manualReadings } from './edits/manual-readings.routes'
import { register as messageEdits } from './edits/message-edits.routes'
import { register as entityGroups } from './entity-groups/entity-groups.routes'
import { register as exports } from './exports/exports.routes'
import { register as fiscalReports } from './fiscal-reports/fiscal-reports.routes'
import { register as gamesRegistry } from './games-registry/games-registry.routes'
import { register as setBack } from './histories/set-back.routes'
import { register as imports } from './imports/imports.routes'
import { register as inspections } from './inspections/inspections.routes'
import { register as jackpots } from './jackpots/jackpots.routes'
import { register as ledger } from './ledger/ledger.routes'
import { register as locations } from './locations/locations.routes'
import { register as meters } from './meters/meters.routes'
import { register as sheets } from './meters/sheets.routes'
import { register as notifications } from './notifications/notifications.routes'
import { register as payments } from './payments/payments.routes'
import { register as remoteCashout } from './payments/remote-cashout.routes'
import { register as listImport } from './player-exclusion/list-import.routes'
import { register as playerExclusion } from './player-exclusion/player-exclusion.routes'
import { register as playerFile } from './player-exclusion/player-file.routes'
import { register as playerPictures } from './player-exclusion/player-pictures.routes'
import { register as presence } from './presence/presence.routes'
import { register as avatar } from './profile/avatar.routes'
import { register as passkeys } from './profile/passkeys.routes'
import { register as profile } from './profile/profile.routes'
import { register as secondFactor } from './profile/second-factor.routes'
import { register as moreStreams } from './rawdata/more-streams.routes'
import { register as rawdata } from './rawdata/rawdata.routes'
import { register as reads } from './reads/reads.routes'
import { register as reaggregation } from './reaggregation/reaggregation.routes'
import { register as reconciliation } from './reconciliation/reconciliation.routes'
import { register as reopenings } from './reopenings/reopenings.routes'
import { register as repairs } from './repairs/repairs.routes'
import { register as reportSchedules } from './report-schedules/report-schedules.routes'
import { register as retention } from './retention/retention.routes'
import { register as savedViews } from './saved-views/saved-views.routes'
import { register as seals } from './seals/seals.routes'
import { register as search } from './search/search.routes'
import { register as settings } from './settings/settings.routes'
import { register as shareLinks } from './share-links/share-links.routes'
import { register as slotsOffline } from './slots-offline/slots-offline.routes'
import { register as slots } from './slots/slots.routes'
import { register as smibs } from './smibs/smibs.routes'
import { register as tasks } from './tasks/tasks.routes'
import { register as tenants } from './tenants/tenants.routes'
import { register as webhooks } from './webhooks/webhooks.routes'
import { registerLast as many } from './bulk/many.routes'
import { registerLast as specifiedPaths } from './specified/specified-paths.routes'

export const modules: readonly ((api: Api) => void)[] = [
  acl,
  outbox,
  rights,
  userLinks,
  userSessions,
  aggregations,
  anomalies,
  apiTokens,
  approvals,
  audit,
  auth,
  passwords,
  registration,
  board,
  bulk,
  checkpoints,
  collections,
  config,
  control,
  dashboard,
  days,
  displays,
  ignoredMessages,
  manualReadings,
  messageEdits,
  entityGroups,
  exports,
  fiscalReports,
  gamesRegistry,
  setBack,
  imports,
  inspections,
  jackpots,
  ledger,
  locations,
  meters,
  sheets,
  notifications,
  payments,
  remoteCashout,
  listImport,
  playerExclusion,
  playerFile,
  playerPictures,
  presence,
  avatar,
  passkeys,
  profile,
  secondFactor,
  moreStreams,
  rawdata,
  reads,
  reaggregation,
  reconciliation,
  reopenings,
  repairs,
  reportSchedules,
  retention,
  savedViews,
  seals,
  search,
  settings,
  shareLinks,
  slotsOffline,
  slots,
  smibs,
  tasks,
  tenants,
  webhooks,
  many,
  specifiedPaths,
]
