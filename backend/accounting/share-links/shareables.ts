/** What can be shared. A module that has documents of its own adds its kind here and to the contract's `shareKind`. */
import type { PermissionRule } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { sharedSeals } from '../seals/shared-seal.service'
import type { OpenAnswer, ShareKind } from './share-links.contract'

/** One revision, as its link is made of it. */
interface SharedRevision {
  /** Its id: the link shows this one and no later one. */
  target: string
  tenantId: string
  locationId: string
  /** What people call it. */
  document: string
  period: string
  revision: number
  /** Whoever may read it may share it. */
  readBy: PermissionRule
}

export interface Shareable {
  /** By what a person typed or a page handed on; null for what is not there, or another tenant's. */
  find(db: Db, scope: Scope, document: string): Promise<SharedRevision | null>
  /** What the public page shows; 'superseded' once something took its place; null when it is gone. */
  show(db: Db, target: string): Promise<Pick<OpenAnswer, 'seal' | 'files'> | 'superseded' | null>
  file(
    db: Db,
    target: string,
    format: string,
  ): Promise<{ name: string; type: string; bytes: Uint8Array } | null>
}

export const shareables: Readonly<Record<ShareKind, Shareable>> = { seal: sharedSeals }
