/** What can be shared. A module that has documents of its own adds its kind here and to the contract's `shareKind`. */
import type { Sources } from '../../workflow/exports/seen-exports.service'
import type { Shareable } from './shareable'
import type { ShareKind } from './share-links.contract'
import { sharedLists } from './shared-list.service'
import { sharedReports } from './shared-report.service'
import { sharedSeals } from './shared-seal.service'

export type Shareables = Readonly<Record<ShareKind, Shareable>>

export const shareablesOf = (sources: Sources): Shareables => ({
  seal: sharedSeals,
  report: sharedReports,
  list: sharedLists(sources),
})
