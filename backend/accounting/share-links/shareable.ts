/** What each kind of thing that can be shared is able to do. */
import type { InputOf } from '../../platform/contract/contract'
import type { PermissionRule } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import type { WriteContext } from '../../platform/store/store-spec'
import type { OpenAnswer, shareLinksContract, StoredFormat } from './share-links.contract'

export type Making = Pick<WriteContext<typeof shareLinksContract>, 'db' | 'actor' | 'scope' | 'now'>

/** One revision, as its link is made of it. */
interface SharedRevision {
  tenantId: string
  /** Null where it belongs to no single location. */
  locationId: string | null
  /** What people call it. */
  document: string
  period: string
  revision: number
  /** Whoever may read it may share it. */
  readBy: PermissionRule
  /** Its id: the link shows this one and no later one. Asked for once it is clear that the person may share it. */
  target: () => Promise<string> | string
}

type Shown = Pick<OpenAnswer, 'seal' | 'forms' | 'list' | 'files'>

export interface Shareable {
  /** By what a person typed or a page handed on; null for what is not there, or another tenant's. */
  find(making: Making, input: InputOf<typeof shareLinksContract>): Promise<SharedRevision | null>
  /** What the public page shows; 'superseded' once something took its place; null when it is gone. */
  show(db: Db, target: string): Promise<Shown | 'superseded' | null>
  /** One that is stored, null once something took its place; the console writes the others of what is shown. */
  file(
    db: Db,
    target: string,
    format: StoredFormat,
  ): Promise<{ name: string; type: string; bytes: Uint8Array } | null>
}
