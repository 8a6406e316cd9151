/** In order, by name; applied once, at start. A migration that has landed is never edited. */
import type { Migration } from 'kysely'
import * as core from './001-core'
import * as auth from './002-auth'
import * as audit from './003-audit'
import * as rawdata from './004-rawdata'
import * as notifications from './005-notifications'
import * as settings from './007-settings'
import * as control from './008-control'
import * as tasks from './006-tasks'
import * as imports from './009-imports'
import * as exported from './010-exports'
import * as bulk from './011-bulk'
import * as config from './012-config'
import * as entityGroups from './013-entity-groups'
import * as savedViews from './014-saved-views'
import * as activeSlots from './015-active-slots'
import * as wayBack from './016-way-back'
import * as controlGaps from './017-control-gaps'
import * as archived from './018-archived'
import * as pastChanges from './019-past-changes'
import * as presentTotals from './020-present-totals'
import * as hallLists from './021-hall-lists'
import * as signInLanes from './023-sign-in-lanes'
import * as kiosks from './024-kiosks'
import * as auditSeals from './025-audit-seals'
import * as lockTruth from './026-lock-truth'
import * as filesAndNotifications from './028-files-and-notifications'
import * as openDoors from './039-open-doors'

export const migrations: Record<string, Migration> = {
  '001-core': core,
  '002-auth': auth,
  '003-audit': audit,
  '004-rawdata': rawdata,
  '005-notifications': notifications,
  '007-settings': settings,
  '006-tasks': tasks,
  '008-control': control,
  '009-imports': imports,
  '010-exports': exported,
  '011-bulk': bulk,
  '012-config': config,
  '013-entity-groups': entityGroups,
  '014-saved-views': savedViews,
  '015-active-slots': activeSlots,
  '016-way-back': wayBack,
  '017-control-gaps': controlGaps,
  '018-archived': archived,
  '019-past-changes': pastChanges,
  '020-present-totals': presentTotals,
  '021-hall-lists': hallLists,
  '023-sign-in-lanes': signInLanes,
  '024-kiosks': kiosks,
  '025-audit-seals': auditSeals,
  '026-lock-truth': lockTruth,
  '028-files-and-notifications': filesAndNotifications,
  '039-open-doors': openDoors,
}
