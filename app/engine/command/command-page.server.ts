/**
 * What a command's page says: who is concerned, with the figures that matter, who is left out and why, what stands in
 * the way.
 */
import type { ArchiveCheck } from '../../../backend/platform/contract/contract'
import { formatter } from '../../i18n/format'
import { resourceOfList } from '../definition/registry'
import type { ResourceName } from '../../addresses/names'
import type { FormState } from '../form/form.server'
import { actionButton, actionLabel } from '../render/labels'
import { readsOf, titleOf } from '../render/render-context'
import { actionAt, resourceAt, type RequestContext } from '../data/resource-at.server'
import { backFrom, NAMED, parted, withoutHref, type Targets } from './command-targets.server'
import type { Notice } from '../address/list-spec'
import type { Resource, ResourceAction } from '../definition/resource'
import type { Row } from '../definition/row'

export interface CommandData {
  name: Resource['name']
  action: string
  title: string
  crumbs: Record<string, string>
  /** How many it will be done to, and the first of them. */
  count: number
  rows: Row[]
  /** The one that it will be done to, where the page shows all that leads its own. */
  record: Row | null
  /** What they come to, all of them together: counts and sums in words. */
  totals: string[]
  /** What stands in them, and where it is listed; no address for several, or for who may not open that list. */
  holds: { name: ResourceName; count: number; href: string | null }[]
  /** What is true of some of them, and worth knowing first; `leaveOut` is the same page without those. */
  notes: { note: string; count: number; leaveOut: string | null }[]
  /** Left out by choice; `takeIn` is the same page with them. */
  chosen: { note: string; count: number; takeIn: string }[]
  left: Row[]
  /** Why, by the id of the row. */
  reasons: Record<string, string>
  leftCount: number
  /** Why there is nothing to do: nothing chosen, or more than can be done at once. */
  nothing: 'none' | 'too_many' | null
  /** What of the address was not used, and whether nothing can be done because of it. */
  notices: readonly Notice[]
  isUnclear: boolean
  /** The number differs from the one that was confirmed. */
  changed: boolean
  back: string
  state: FormState
}

export function describe(ctx: RequestContext, targets: Targets, state: FormState): CommandData {
  const { url } = ctx
  const { scope, rows, total, without, notices, isUnclear } = targets
  const resource = resourceAt(ctx)
  const action = actionAt(ctx)
  const { doable, left, count } = parted(ctx, resource, action, targets)
  const first = rows[0]
  const known = count === doable.length
  const canLeaveOut = (note: string, some: number) =>
    scope !== 'one' && some < count && action.leavable?.includes(note)
  return {
    name: resource.name,
    action: action.name,
    count,
    leftCount: left.length,
    changed: false,
    notices,
    isUnclear,
    state,
    title: titleFor(ctx, scope === 'one' ? first : undefined, count),
    crumbs: Object.fromEntries(scope === 'one' && first ? [[first._id, titleOf(resource, first, ctx)]] : []),
    notes: notesOn(doable, action).map(({ note, count: some }) => ({
      note,
      count: some,
      leaveOut: canLeaveOut(note, some) ? withoutHref(url, note, false) : null,
    })),
    chosen: notesOn(rows.filter(action.when), action).flatMap(({ note, count: some }) =>
      without.has(note) ? [{ note, count: some, takeIn: withoutHref(url, note, true) }] : [],
    ),
    rows: shown(resource, doable, action.change?.reads),
    record: scope === 'one' && action.showsRecord ? (doable[0] ?? null) : null,
    // Of rows that were not all read there is no sum.
    totals: known ? totalsOf(ctx, resource, doable) : [],
    holds: holdsIn(ctx, targets),
    left: shown(
      resource,
      left.map(({ row }) => row),
    ),
    reasons: Object.fromEntries(left.slice(0, NAMED).map(({ row, reason }) => [row._id, reason])),
    nothing: action.contract && total > rows.length ? 'too_many' : rows.length === 0 ? 'none' : null,
    back: backFrom(ctx, resource),
  }
}

/**
 * The page names the first rows only, with no more fields than its table shows, because the command form
 * shares the page.
 */
function shown(resource: Resource, rows: readonly Row[], reads: readonly string[] = []): Row[] {
  const fields = [...readsOf(resource, [resource.title, ...resource.preview.columns]), ...reads]
  return rows.slice(0, NAMED).map(row => ({
    _id: row._id,
    archived_at: row.archived_at,
    ...Object.fromEntries(fields.map(name => [name, row[name]])),
  }))
}

function totalsOf(
  { t, locale, timeZone }: RequestContext,
  resource: Resource,
  rows: readonly Row[],
): string[] {
  if (rows.length < 2) return []
  return (
    resource.preview.totals?.(rows, { t, format: formatter(locale, timeZone) }) ?? [
      t(`${resource.name}:counted`, { count: rows.length }),
    ]
  )
}

function holdsIn({ can }: RequestContext, { check, scope, rows }: Targets): CommandData['holds'] {
  const id = scope === 'one' ? rows[0]?._id : undefined
  return (check?.holds ?? []).flatMap(({ list, filter, count }: ArchiveCheck['holds'][number]) => {
    const other = resourceOfList(list)
    if (!other) return []
    const isOpen = id !== undefined && can(other.listRule)
    const href = isOpen ? `${other.path}?${new URLSearchParams({ [filter]: id }).toString()}` : null
    return [{ name: other.name, count, href }]
  })
}

export function notesOn(rows: readonly Row[], { notes }: ResourceAction): { note: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const row of rows) for (const note of notes?.(row) ?? []) counts.set(note, (counts.get(note) ?? 0) + 1)
  return [...counts].map(([note, count]) => ({ note, count }))
}

function titleFor(ctx: RequestContext, one: Row | undefined, count: number): string {
  const resource = resourceAt(ctx)
  const { name } = actionAt(ctx)
  if (one) return `${actionLabel(ctx.t, resource.name, name)}: ${titleOf(resource, one, ctx)}`
  return count === 0
    ? actionLabel(ctx.t, resource.name, name)
    : actionButton(ctx.t, resource.name, name, count)
}
