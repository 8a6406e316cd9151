/** A definition as the engine works with it. */
import type { z } from 'zod'
import type { Contract } from '../../../backend/platform/contract/contract'
import type { CustomField } from '../../../backend/platform/contract/custom-values'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { StreamSubject } from '../../../backend/platform/contract/stream'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { type ResourceName } from '../../addresses/names'
import type { SidePanel, DetailLink, Notice, RecordPages } from './side-panel'
import type { AnyField } from '../fields/field'
import { type ListSlots } from './list-slots'
import type { About } from './list-owner'
import type { ActionOptions, FormPreview, Preview, Related } from './resource-definition'
import type { Row } from './row'
import type { ListSpec } from '../address/list-spec'

export interface ResourceAction extends Pick<
  ActionOptions<Row, z.ZodObject>,
  'tone' | 'why' | 'notes' | 'leavable' | 'change' | 'job' | 'showsRecord' | 'edits'
> {
  name: string
  permission: PermissionRule
  bulk: boolean
  when: (row: Row) => boolean
  /** Absent: archive and unarchive, which are the contract's own. */
  contract?: Contract['actions'][string]
  fields: Readonly<Record<string, AnyField>>
}

/** What the engine works with: the same definition with its names checked and its types let go. */
export interface Resource {
  name: ResourceName
  path: string
  contract: Contract
  title: string
  state?: string
  rowsOf?: ResourceName
  /** Where its rows open: path, id, page. */
  rowPath: string
  rowPage: string
  named?: (row: Row, t: Translate, day: Format['gamingDay']) => string
  under?: string
  rowHref?: (row: Row) => string | null
  /** Who may open its list. */
  listRule: PermissionRule
  /** What a list below something else belongs to. */
  about?: About
  /** A person's columns are stored under this name, where lists of one definition differ. Its own name without. */
  columnsOf?: string
  /** Exact filters that the address itself sets: whose rows a list below something else has. */
  fixed: Readonly<Record<string, string>>
  fields: Readonly<Record<string, AnyField>>
  /** Fields of the reader's tenant that stand among them (`with-custom-fields.ts`). */
  custom?: readonly CustomField[]
  list: {
    columns: readonly string[]
    more: readonly string[]
    summary: readonly string[]
    /** A column of money whose sum stands under the rows, where all that match are shown. */
    sum?: string | undefined
    quiet: readonly string[]
    links: readonly DetailLink[]
    selected: readonly DetailLink[]
    tabs: readonly DetailLink[]
  } & ListSpec &
    ListSlots
  detail: {
    sections: Readonly<Record<string, readonly string[]>>
    long: readonly string[]
    optional: readonly string[]
    related: readonly Related[]
    tabs: boolean
    presence?: 'tenant' | 'location' | 'slot' | 'smib'
    notice?: Notice<Row>
    lead?: Notice<Row>
    trail: boolean
    activity: readonly SidePanel[]
    links: readonly DetailLink[]
    pages: RecordPages
  }
  preview: Preview<Row>
  form?: {
    sections: Readonly<Record<string, readonly string[]>>
    when?: (row: Row) => boolean
    keepsDraft?: true
    ticked?: readonly string[]
    ofSystem?: readonly string[]
    ofTenant?: readonly string[]
    preview?: FormPreview
  }
  actions: readonly ResourceAction[]
  exportPermission: PermissionRule
  /** Its rows are raw data by time: they have a subject, and none of them is opened (`define-stream.ts`). */
  stream?: {
    /** Whose rows an address with an id means. */
    subjects: readonly StreamSubject[]
    /** Left out of an address: whose its id is then. */
    subject: StreamSubject
  }
}
