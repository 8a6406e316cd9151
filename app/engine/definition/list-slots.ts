/** A list may have these on top of columns, filters and order. All of it is optional: most lists have none. */
import type { ReactNode } from 'react'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { ListSpec } from '../address/list-spec'
import type { Row } from './row'

/** The main button of a list whose new record begins on a page of its own. */
interface Begin {
  href: string
  /** Key of its words. */
  label: string
  rule: PermissionRule
}

interface Opening {
  /** One of the list's `shows`. */
  show: string
  /** `serial` ascending, `-serial` descending. */
  sort: string
}

export interface OwnListSlots<R> extends Pick<ListSpec, 'searched' | 'fixedOrder'> {
  /** Filters that stand as links above the list, one set of values each: `<entity>:shows.<name>`. */
  shows?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** A work queue: its bare address leads to the rows of this one of `shows`, in this order. `<entity>:opens`. */
  opens?: Opening
  /** Its rows change by themselves: a link asks again. */
  live?: boolean
  /** Between notices and filters. */
  head?: () => ReactNode
  begin?: Begin
  /** What to do so that the list is no longer empty: key of its words. */
  emptyHint?: string
  /** Columns that a file has on top of those that are shown. */
  inFile?: readonly string[]
  /** Its file is always written at once: the backend does not write this list in the background. */
  direct?: boolean
  /** Its rows neither come nor go nor change places: its file is read in pieces, however long it is. */
  steady?: boolean
  /** Rows that are drawn muted, as archived ones always are. */
  muted?: (row: R) => boolean
  /** Fields that `muted`, `rowHref` and the rows' own actions look at. */
  reads?: readonly (keyof R & string)[]
  /** Commands that each row offers by itself, done by one press. */
  rowActions?: readonly string[]
}

export interface ListSlots extends Pick<ListSpec, 'searched' | 'fixedOrder'> {
  shows: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  opens?: Opening | undefined
  live: boolean
  head?: () => ReactNode
  begin?: Begin
  emptyHint?: string
  inFile: readonly string[]
  direct: boolean
  steady: boolean
  muted: (row: Row) => boolean
  reads: readonly string[]
  rowActions: readonly string[]
}

export const listSlots = ({
  searched,
  fixedOrder,
  shows = {},
  opens,
  live = false,
  head,
  begin,
  emptyHint,
  inFile = [],
  direct = false,
  steady = false,
  muted = () => false,
  reads = [],
  rowActions = [],
}: Partial<ListSlots>): ListSlots => ({
  searched,
  fixedOrder,
  shows,
  opens,
  live,
  head,
  begin,
  emptyHint,
  inFile,
  direct,
  steady,
  muted,
  reads,
  rowActions,
})
