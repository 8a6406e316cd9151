/**
 * What earlier wings ask of later ones: each offers a registration, and this fills them all, before the first request
 * is served.
 */
import { accountingKinds } from './accounting/approval-kinds/kinds'
import { markEvents } from './accounting/anomalies/marks.service'
import { stepWaits } from './accounting/alarms/step-waits.service'
import { dropMeterSetups, readMeterSetups, saveMeterSetups } from './accounting/meters/meter-setups.service'
import { archivedIn } from './accounting/archives/archived.service'
import { demoSharePath } from './accounting/share-links/demo-link.service'
import { registerSystemEvents } from './estate/config/system-events.service'
import { registerTakings } from './estate/list-figures/takings.service'
import { registerAnsweredCommands } from './estate/control/answered-commands.service'
import { registerDemoShare } from './identity/auth/demo-sign-ins'
import { paymentAnswered } from './money/jackpots/aft.service'
import { contribute } from './money/jackpots/contributions.service'
import { levelApprovals } from './money/jackpots/level-approvals.service'
import { storeProgressiveReports } from './money/jackpots/progressive-reports.service'
import { resetConfirmed } from './money/payments/remote-cashout.service'
import { listTakings } from './operations/overview/list-takings.queries'
import { importers } from './schema/importers.found'
import { registerArchives } from './telemetry/streams/archive-spans.service'
import { writeMadeEvents } from './telemetry/ingestion/made-events.service'
import { registerObservers } from './telemetry/readings/observers.service'
import { registerImporters } from './workflow/imports/importers'
import { registerMeterSetups } from './workflow/imports/meter-setups.service'
import { registerStepWaits } from './workflow/news/step-waits.service'
import { registerApprovalKinds } from './workflow/second-person/kinds.service'

export function registerAll(): void {
  registerImporters(importers)
  registerMeterSetups({ read: readMeterSetups, save: saveMeterSetups, drop: dropMeterSetups })
  registerSystemEvents(writeMadeEvents)
  registerTakings(listTakings)
  registerDemoShare(demoSharePath)
  registerAnsweredCommands({ cashout_reset: resetConfirmed, jackpot_pay: paymentAnswered })
  registerArchives(archivedIn)
  registerStepWaits(stepWaits)
  registerApprovalKinds({ ...accountingKinds, ...levelApprovals })
  registerObservers([
    {
      onBatch: (db, { events, meters }, now) => storeProgressiveReports(db, events, meters, now),
      onBooked: contribute,
    },
    { onBatch: (db, { events, found }, now) => markEvents(db, [...events, ...found], now) },
  ])
}
