/** What can be shared. A module that has documents of its own adds its kind here and to the contract's `shareKind`. */
import type { Shareable } from './shareable'
import type { ShareKind } from './share-links.contract'
import { sharedReports } from './shared-report.service'
import { sharedSeals } from './shared-seal.service'

export const shareables: Readonly<Record<ShareKind, Shareable>> = {
  seal: sharedSeals,
  report: sharedReports,
}
