/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { Migration } from 'kysely'
import * as core001 from './migrations/001-core'
import * as auth002 from './migrations/002-auth'
import * as audit003 from './migrations/003-audit'
import * as rawdata004 from './migrations/004-rawdata'
import * as notifications005 from './migrations/005-notifications'
import * as tasks006 from './migrations/006-tasks'
import * as settings007 from './migrations/007-settings'
import * as control008 from './migrations/008-control'
import * as imports009 from './migrations/009-imports'
import * as exports010 from './migrations/010-exports'
import * as bulk011 from './migrations/011-bulk'
import * as config012 from './migrations/012-config'
import * as entityGroups013 from './migrations/013-entity-groups'
import * as savedViews014 from './migrations/014-saved-views'
import * as activeSlots015 from './migrations/015-active-slots'
import * as wayBack016 from './migrations/016-way-back'
import * as controlGaps017 from './migrations/017-control-gaps'
import * as archived018 from './migrations/018-archived'
import * as pastChanges019 from './migrations/019-past-changes'
import * as presentTotals020 from './migrations/020-present-totals'
import * as hallLists021 from './migrations/021-hall-lists'
import * as signInLanes023 from './migrations/023-sign-in-lanes'
import * as kiosks024 from './migrations/024-kiosks'
import * as auditSeals025 from './migrations/025-audit-seals'
import * as lockTruth026 from './migrations/026-lock-truth'
import * as filesAndNotifications028 from './migrations/028-files-and-notifications'
import * as gamesRegistry029 from './migrations/029-games-registry'
import * as slotsRegistry030 from './migrations/030-slots-registry'
import * as apiTokens032 from './migrations/032-api-tokens'
import * as jobWaves034 from './migrations/034-job-waves'
import * as eventsByCode037 from './migrations/037-events-by-code'
import * as deepPages038 from './migrations/038-deep-pages'
import * as openDoors039 from './migrations/039-open-doors'
import * as slotsReportedHour044 from './migrations/044-slots-reported-hour'
import * as coinsIn047 from './migrations/047-coins-in'
import * as heldReadings048 from './migrations/048-held-readings'
import * as clocksAhead050 from './migrations/050-clocks-ahead'
import * as slotDataAndLogs053 from './migrations/053-slot-data-and-logs'
import * as markedReadings054 from './migrations/054-marked-readings'
import * as lateRows055 from './migrations/055-late-rows'
import * as whatHeld056 from './migrations/056-what-held'
import * as whatHeldBefore057 from './migrations/057-what-held-before'
import * as repairs059 from './migrations/059-repairs'
import * as closedDays062 from './migrations/062-closed-days'
import * as aggregationRules066 from './migrations/066-aggregation-rules'
import * as checkpoints067 from './migrations/067-checkpoints'
import * as peopleAndGroups069 from './migrations/069-people-and-groups'
import * as aclRules070 from './migrations/070-acl-rules'
import * as playerExclusion077 from './migrations/077-player-exclusion'
import * as shareLinks078 from './migrations/078-share-links'
import * as fiscalReports079 from './migrations/079-fiscal-reports'
import * as seals080 from './migrations/080-seals'
import * as collectorCheckpoints081 from './migrations/081-collector-checkpoints'
import * as payments082 from './migrations/082-payments'
import * as mailAndPasswordLinks083 from './migrations/083-mail-and-password-links'
import * as profile084 from './migrations/084-profile'
import * as registration085 from './migrations/085-registration'
import * as secondFactor087 from './migrations/087-second-factor'
import * as shareCapital088 from './migrations/088-share-capital'
import * as fiscalSeals089 from './migrations/089-fiscal-seals'
import * as jackpots090 from './migrations/090-jackpots'
import * as notificationSubscriptions091 from './migrations/091-notification-subscriptions'
import * as columnsConfigurations092 from './migrations/092-columns-configurations'
import * as sso093 from './migrations/093-sso'
import * as displays095 from './migrations/095-displays'
import * as reopenings096 from './migrations/096-reopenings'
import * as jackpotPoints097 from './migrations/097-jackpot-points'
import * as anomalies098 from './migrations/098-anomalies'
import * as secondFactorDue099 from './migrations/099-second-factor-due'
import * as ignoredMessages100 from './migrations/100-ignored-messages'
import * as reconciliation101 from './migrations/101-reconciliation'
import * as inspections102 from './migrations/102-inspections'
import * as meterSheets103 from './migrations/103-meter-sheets'
import * as approvals104 from './migrations/104-approvals'
import * as periodLocks105 from './migrations/105-period-locks'
import * as avatars108 from './migrations/108-avatars'
import * as jackpotTellings115 from './migrations/115-jackpot-tellings'
import * as jackpotRequests116 from './migrations/116-jackpot-requests'
import * as jackpotSnapshots117 from './migrations/117-jackpot-snapshots'
import * as manualReadings118 from './migrations/118-manual-readings'
import * as reportSchedules119 from './migrations/119-report-schedules'
import * as fiscalLayouts120 from './migrations/120-fiscal-layouts'
import * as webhooks122 from './migrations/122-webhooks'
import * as proofs123 from './migrations/123-proofs'
import * as passkeys124 from './migrations/124-passkeys'
import * as insideAlerts126 from './migrations/126-inside-alerts'
import * as playerPictures127 from './migrations/127-player-pictures'
import * as messageEdits130 from './migrations/130-message-edits'
import * as openings131 from './migrations/131-openings'
import * as narrowHours132 from './migrations/132-narrow-hours'
import * as approvalsOfJackpots134 from './migrations/134-approvals-of-jackpots'
import * as fiscalLogos135 from './migrations/135-fiscal-logos'
import * as factorOfPasskeys138 from './migrations/138-factor-of-passkeys'
import * as paymentsOfPlayers141 from './migrations/141-payments-of-players'
import * as scansOfLocations142 from './migrations/142-scans-of-locations'
import * as shortIds147 from './migrations/147-short-ids'
import * as foundReports150 from './migrations/150-found-reports'
import * as mailFiles151 from './migrations/151-mail-files'
import * as logosOfMonths152 from './migrations/152-logos-of-months'
import * as markedPlaces165 from './migrations/165-marked-places'
import * as daySums166 from './migrations/166-day-sums'
import * as refusedMessages175 from './migrations/175-refused-messages'
import * as wholeGaps176 from './migrations/176-whole-gaps'
import * as eventsOfASmib180 from './migrations/180-events-of-a-smib'
import * as rawArchives181 from './migrations/181-raw-archives'
import * as placings195 from './migrations/195-placings'
import * as unknownSmibs196 from './migrations/196-unknown-smibs'
import * as months197 from './migrations/197-months'
import * as tenantKeys200 from './migrations/200-tenant-keys'
import * as readingTerms201 from './migrations/201-reading-terms'
import * as eventSums205 from './migrations/205-event-sums'
import * as eventFloors206 from './migrations/206-event-floors'
import * as shownColumns207 from './migrations/207-shown-columns'
import * as untoldHours212 from './migrations/212-untold-hours'
import * as tenantDays213 from './migrations/213-tenant-days'
import * as slotLimits214 from './migrations/214-slot-limits'
import * as approvalNews220 from './migrations/220-approval-news'
import * as approvedEdits221 from './migrations/221-approved-edits'
import * as eventsThatMatter222 from './migrations/222-events-that-matter'
import * as emptiedSums227 from './migrations/227-emptied-sums'
import * as daysClosedEarly233 from './migrations/233-days-closed-early'
import * as numberedMessages237 from './migrations/237-numbered-messages'
import * as summedSlots238 from './migrations/238-summed-slots'
import * as oneIdentity247 from './migrations/247-one-identity'
import * as passkeyHosts248 from './migrations/248-passkey-hosts'
import * as importReadings250 from './migrations/250-import-readings'
import * as nameKeys251 from './migrations/251-name-keys'
import * as cutHours253 from './migrations/253-cut-hours'
import * as ticketCents254 from './migrations/254-ticket-cents'
import * as oneApproval256 from './migrations/256-one-approval'
import * as sealRuns258 from './migrations/258-seal-runs'
import * as shareSnapshots259 from './migrations/259-share-snapshots'
import * as handpays260 from './migrations/260-handpays'
import * as pendingHandpays262 from './migrations/262-pending-handpays'
import * as shareLinkMakers265 from './migrations/265-share-link-makers'
import * as slotPositionsSearched270 from './migrations/270-slot-positions-searched'
import * as silenceByLocation271 from './migrations/271-silence-by-location'
import * as shiftHandovers272 from './migrations/272-shift-handovers'
import * as bulkItemStatus274 from './migrations/274-bulk-item-status'
import * as slotSearch276 from './migrations/276-slot-search'
import * as roomForUpdates295 from './migrations/295-room-for-updates'
import * as sameCapitals296 from './migrations/296-same-capitals'
import * as listOrders310 from './migrations/310-list-orders'
import * as countedSlots311 from './migrations/311-counted-slots'
import * as listsOpenByIndex312 from './migrations/312-lists-open-by-index'
import * as oneBlank337 from './migrations/337-one-blank'
import * as summedOverlap338 from './migrations/338-summed-overlap'
import * as prefixIndexes366 from './migrations/366-prefix-indexes'
import * as slotSpans367 from './migrations/367-slot-spans'
import * as workOrders370 from './migrations/370-work-orders'
import * as alarmRules371 from './migrations/371-alarm-rules'
import * as clearedAlarms372 from './migrations/372-cleared-alarms'
import * as handpayPayments373 from './migrations/373-handpay-payments'
import * as notificationChannels374 from './migrations/374-notification-channels'
import * as pushBrowsers375 from './migrations/375-push-browsers'
import * as comments377 from './migrations/377-comments'
import * as assignments378 from './migrations/378-assignments'
import * as nextOrder379 from './migrations/379-next-order'
import * as halfFilledPages381 from './migrations/381-half-filled-pages'
import * as handpaysPaidOnce383 from './migrations/383-handpays-paid-once'
import * as acknowledgedAlarms387 from './migrations/387-acknowledged-alarms'
import * as alarmSteps388 from './migrations/388-alarm-steps'
import * as countedWords399 from './migrations/399-counted-words'
import * as tenantsByLocation400 from './migrations/400-tenants-by-location'
import * as customFields402 from './migrations/402-custom-fields'
import * as tenantsOwnOpenRows403 from './migrations/403-tenants-own-open-rows'
import * as firmware411 from './migrations/411-firmware'
import * as stepsDone413 from './migrations/413-steps-done'

export const migrations: Readonly<Record<string, Migration>> = {
  '001-core': core001,
  '002-auth': auth002,
  '003-audit': audit003,
  '004-rawdata': rawdata004,
  '005-notifications': notifications005,
  '006-tasks': tasks006,
  '007-settings': settings007,
  '008-control': control008,
  '009-imports': imports009,
  '010-exports': exports010,
  '011-bulk': bulk011,
  '012-config': config012,
  '013-entity-groups': entityGroups013,
  '014-saved-views': savedViews014,
  '015-active-slots': activeSlots015,
  '016-way-back': wayBack016,
  '017-control-gaps': controlGaps017,
  '018-archived': archived018,
  '019-past-changes': pastChanges019,
  '020-present-totals': presentTotals020,
  '021-hall-lists': hallLists021,
  '023-sign-in-lanes': signInLanes023,
  '024-kiosks': kiosks024,
  '025-audit-seals': auditSeals025,
  '026-lock-truth': lockTruth026,
  '028-files-and-notifications': filesAndNotifications028,
  '029-games-registry': gamesRegistry029,
  '030-slots-registry': slotsRegistry030,
  '032-api-tokens': apiTokens032,
  '034-job-waves': jobWaves034,
  '037-events-by-code': eventsByCode037,
  '038-deep-pages': deepPages038,
  '039-open-doors': openDoors039,
  '044-slots-reported-hour': slotsReportedHour044,
  '047-coins-in': coinsIn047,
  '048-held-readings': heldReadings048,
  '050-clocks-ahead': clocksAhead050,
  '053-slot-data-and-logs': slotDataAndLogs053,
  '054-marked-readings': markedReadings054,
  '055-late-rows': lateRows055,
  '056-what-held': whatHeld056,
  '057-what-held-before': whatHeldBefore057,
  '059-repairs': repairs059,
  '062-closed-days': closedDays062,
  '066-aggregation-rules': aggregationRules066,
  '067-checkpoints': checkpoints067,
  '069-people-and-groups': peopleAndGroups069,
  '070-acl-rules': aclRules070,
  '077-player-exclusion': playerExclusion077,
  '078-share-links': shareLinks078,
  '079-fiscal-reports': fiscalReports079,
  '080-seals': seals080,
  '081-collector-checkpoints': collectorCheckpoints081,
  '082-payments': payments082,
  '083-mail-and-password-links': mailAndPasswordLinks083,
  '084-profile': profile084,
  '085-registration': registration085,
  '087-second-factor': secondFactor087,
  '088-share-capital': shareCapital088,
  '089-fiscal-seals': fiscalSeals089,
  '090-jackpots': jackpots090,
  '091-notification-subscriptions': notificationSubscriptions091,
  '092-columns-configurations': columnsConfigurations092,
  '093-sso': sso093,
  '095-displays': displays095,
  '096-reopenings': reopenings096,
  '097-jackpot-points': jackpotPoints097,
  '098-anomalies': anomalies098,
  '099-second-factor-due': secondFactorDue099,
  '100-ignored-messages': ignoredMessages100,
  '101-reconciliation': reconciliation101,
  '102-inspections': inspections102,
  '103-meter-sheets': meterSheets103,
  '104-approvals': approvals104,
  '105-period-locks': periodLocks105,
  '108-avatars': avatars108,
  '115-jackpot-tellings': jackpotTellings115,
  '116-jackpot-requests': jackpotRequests116,
  '117-jackpot-snapshots': jackpotSnapshots117,
  '118-manual-readings': manualReadings118,
  '119-report-schedules': reportSchedules119,
  '120-fiscal-layouts': fiscalLayouts120,
  '122-webhooks': webhooks122,
  '123-proofs': proofs123,
  '124-passkeys': passkeys124,
  '126-inside-alerts': insideAlerts126,
  '127-player-pictures': playerPictures127,
  '130-message-edits': messageEdits130,
  '131-openings': openings131,
  '132-narrow-hours': narrowHours132,
  '134-approvals-of-jackpots': approvalsOfJackpots134,
  '135-fiscal-logos': fiscalLogos135,
  '138-factor-of-passkeys': factorOfPasskeys138,
  '141-payments-of-players': paymentsOfPlayers141,
  '142-scans-of-locations': scansOfLocations142,
  '147-short-ids': shortIds147,
  '150-found-reports': foundReports150,
  '151-mail-files': mailFiles151,
  '152-logos-of-months': logosOfMonths152,
  '165-marked-places': markedPlaces165,
  '166-day-sums': daySums166,
  '175-refused-messages': refusedMessages175,
  '176-whole-gaps': wholeGaps176,
  '180-events-of-a-smib': eventsOfASmib180,
  '181-raw-archives': rawArchives181,
  '195-placings': placings195,
  '196-unknown-smibs': unknownSmibs196,
  '197-months': months197,
  '200-tenant-keys': tenantKeys200,
  '201-reading-terms': readingTerms201,
  '205-event-sums': eventSums205,
  '206-event-floors': eventFloors206,
  '207-shown-columns': shownColumns207,
  '212-untold-hours': untoldHours212,
  '213-tenant-days': tenantDays213,
  '214-slot-limits': slotLimits214,
  '220-approval-news': approvalNews220,
  '221-approved-edits': approvedEdits221,
  '222-events-that-matter': eventsThatMatter222,
  '227-emptied-sums': emptiedSums227,
  '233-days-closed-early': daysClosedEarly233,
  '237-numbered-messages': numberedMessages237,
  '238-summed-slots': summedSlots238,
  '247-one-identity': oneIdentity247,
  '248-passkey-hosts': passkeyHosts248,
  '250-import-readings': importReadings250,
  '251-name-keys': nameKeys251,
  '253-cut-hours': cutHours253,
  '254-ticket-cents': ticketCents254,
  '256-one-approval': oneApproval256,
  '258-seal-runs': sealRuns258,
  '259-share-snapshots': shareSnapshots259,
  '260-handpays': handpays260,
  '262-pending-handpays': pendingHandpays262,
  '265-share-link-makers': shareLinkMakers265,
  '270-slot-positions-searched': slotPositionsSearched270,
  '271-silence-by-location': silenceByLocation271,
  '272-shift-handovers': shiftHandovers272,
  '274-bulk-item-status': bulkItemStatus274,
  '276-slot-search': slotSearch276,
  '295-room-for-updates': roomForUpdates295,
  '296-same-capitals': sameCapitals296,
  '310-list-orders': listOrders310,
  '311-counted-slots': countedSlots311,
  '312-lists-open-by-index': listsOpenByIndex312,
  '337-one-blank': oneBlank337,
  '338-summed-overlap': summedOverlap338,
  '366-prefix-indexes': prefixIndexes366,
  '367-slot-spans': slotSpans367,
  '370-work-orders': workOrders370,
  '371-alarm-rules': alarmRules371,
  '372-cleared-alarms': clearedAlarms372,
  '373-handpay-payments': handpayPayments373,
  '374-notification-channels': notificationChannels374,
  '375-push-browsers': pushBrowsers375,
  '377-comments': comments377,
  '378-assignments': assignments378,
  '379-next-order': nextOrder379,
  '381-half-filled-pages': halfFilledPages381,
  '383-handpays-paid-once': handpaysPaidOnce383,
  '387-acknowledged-alarms': acknowledgedAlarms387,
  '388-alarm-steps': alarmSteps388,
  '399-counted-words': countedWords399,
  '400-tenants-by-location': tenantsByLocation400,
  '402-custom-fields': customFields402,
  '403-tenants-own-open-rows': tenantsOwnOpenRows403,
  '411-firmware': firmware411,
  '413-steps-done': stepsDone413,
}
