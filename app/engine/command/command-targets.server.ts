/** Which rows a command is about, which of them it can be done to, and why not to the others. */
import {
  archiveCheck,
  MAX_CHECKED,
  pathsOf,
  type ArchiveCheck,
} from '../../../backend/platform/contract/contract'
import { ApiError } from '../../api/api-error'
import { ANSWER } from '../../addresses/own-parameters'
import { skipReason } from '../render/labels'
import { requestFor, wireFields } from '../data/list.server'
import { hrefOf, readListQuery } from '../address/list-query'
import { unnarrowed } from '../address/matching'
import { pinSelection, readSelection, type Selection } from '../data/selection.server'
import { actionAt, idOf, notFound, type RequestContext } from '../data/resource-at.server'
import { noticeOf } from '../address/notice'
import type { Notice } from '../address/list-spec'
import type { Resource, ResourceAction } from '../definition/resource'
import type { Row } from '../definition/row'

/** More at once is not something a person can have looked at. */
const MOST = 5_000
/** So many rows are shown one by one. */
export const NAMED = 20

/** `request`: what the rows were found by, for commands that take that instead of ids. */
export interface Targets {
  scope: 'one' | 'selected' | 'matching'
  rows: Row[]
  total: number
  request?: ReturnType<typeof requestFor>
  /**
   * Before archiving: what stands in the rows, and those that a rule keeps from it. Absent when there are too many to
   * look at.
   */
  check?: ArchiveCheck
  /** Notes of the action whose rows are left out by choice. */
  without: ReadonlySet<string>
  /** What of the address was not used. */
  notices: readonly Notice[]
  /** Without it the command would be about more rows than the address says: it is about none. */
  isUnclear: boolean
}

type Found = Pick<Targets, 'scope' | 'rows' | 'total' | 'request'>

/** One row by its address, the ticked ones, or all that the list's filters match. */
export async function targetsOf(ctx: RequestContext, resource: Resource): Promise<Targets> {
  const action = actionAt(ctx)
  if (ctx.params.id) {
    const row = (await ctx.api(resource.contract).get(idOf(ctx.params))) as Row
    const found: Found = { scope: 'one', rows: [row], total: 1 }
    return { ...found, ...(await checkOf(ctx, resource, found)), ...clear }
  }
  // A secret is one record's, and there is one place to show it.
  if (reveals(resource, action)) throw notFound()
  const requested = ctx.url.searchParams.getAll(WITHOUT)
  const without = new Set(requested.filter(note => action.leavable?.includes(note)))
  const chosen = readSelection(ctx, resource, ['back', WITHOUT])
  const notices = [
    ...chosen.notices,
    ...requested
      .filter(note => note !== '' && !without.has(note))
      .map(note => noticeOf(WITHOUT, note, 'unusable')),
  ]
  const isUnclear = chosen.isUnclear || notices.length > chosen.notices.length
  if (isUnclear)
    return { scope: chosen.isMatching ? 'matching' : 'selected', ...none, without, notices, isUnclear }
  if (ctx.request.method === 'GET') pinSelection(ctx, resource, chosen)
  const found = await foundBy(ctx, resource, action, chosen)
  return { ...found, ...(await checkOf(ctx, resource, found)), without, notices, isUnclear }
}

const none = { rows: [], total: 0 }
const clear = { without: new Set<string>(), notices: [], isUnclear: false }

async function checkOf(
  ctx: RequestContext,
  resource: Resource,
  found: Found,
): Promise<Pick<Targets, 'check'>> {
  const check = actionAt(ctx).name === 'archive' ? await checked(ctx, resource, found) : undefined
  return check ? { check } : {}
}

/** The address's word for notes whose rows are left out: `without=credits`. */
const WITHOUT = 'without'

/** The same page with those rows left out, or with them. */
export function withoutHref({ pathname, searchParams }: URL, note: string, isLeftOut: boolean): string {
  const search = new URLSearchParams(
    [...searchParams].filter(([name, value]) => name !== WITHOUT || value !== note),
  )
  search.delete(ANSWER)
  if (!isLeftOut) search.append(WITHOUT, note)
  return `${pathname}?${search.toString()}`
}

async function foundBy(
  { timeZone, api }: RequestContext,
  resource: Resource,
  action: ResourceAction,
  { isMatching, ids, query }: Selection,
): Promise<Found> {
  const { list } = api(resource.contract)
  const isLooked = isMatching && !action.contract
  const request = {
    ...requestFor(resource, { ...query, page: 1, rowsPerPage: isLooked ? MAX_CHECKED : MOST }, timeZone),
    // Archiving is settled by the rows' own state: only what is shown has to be read.
    ...(isLooked && { fields: wireFields(resource, resource.preview.columns) }),
  }
  if (isMatching) {
    const { rows, total } = await list(request)
    return { scope: 'matching', rows: rows as Row[], total, request }
  }
  if (ids.length === 0) return { scope: 'selected', ...none }
  // Archived rows are listed apart, so whether they are meant goes along.
  const archived = query.filters.archived?.[0] === '1'
  const { rows } = await list({
    ...request,
    ...unnarrowed,
    exactFields: ['_id', ...(archived ? ['archived'] : [])],
    exactValues: [ids, ...(archived ? [true] : [])],
  })
  return { scope: 'selected', rows: rows as Row[], total: rows.length }
}

async function checked(
  { api }: RequestContext,
  { contract }: Resource,
  { rows, total }: Found,
): Promise<ArchiveCheck | undefined> {
  if (rows.length === 0 || total > Math.min(rows.length, MAX_CHECKED)) return undefined
  return api
    .call('POST', pathsOf(contract).archiveCheck, {
      body: { ids: rows.map(row => row._id) },
      schema: archiveCheck,
      write: false,
    })
    .catch((error: unknown) => {
      // An operator's own backend may know the specification's archive alone: it refuses afterwards.
      if (error instanceof ApiError && [404, 405].includes(error.status)) return undefined
      throw error
    })
}

/** Why a row is left out, as a text; undefined where the command can be done to it. */
function leftOutReason(
  { t }: Pick<RequestContext, 't'>,
  resource: Resource,
  action: ResourceAction,
  { scope, check, without }: Targets,
  row: Row,
): string | undefined {
  if (!action.when(row))
    return skipReason(t, resource.name, action.name, row.archived_at == null ? action.why?.(row) : undefined)
  const out = scope === 'one' ? undefined : action.job?.leavesOut?.(row)
  if (out !== undefined) return skipReason(t, resource.name, action.name, out)
  const rule = check?.blocked.find(({ _id }) => _id === row._id)
  if (rule) return t([`errors:codes.${rule.code}`, 'engine:skipped.other'])
  const note = action.notes?.(row).find(one => without.has(one))
  return note && t(`${resource.name}:notes.${note}`)
}

/** Rows that it can be done to, and the others with why not. */
export function parted(
  ctx: Pick<RequestContext, 't'>,
  resource: Resource,
  action: ResourceAction,
  targets: Targets,
) {
  const doable: Row[] = []
  const left: { row: Row; reason: string }[] = []
  for (const row of targets.rows) {
    const reason = leftOutReason(ctx, resource, action, targets, row)
    if (reason === undefined) doable.push(row)
    else left.push({ row, reason })
  }
  return { doable, left, count: countOf(targets, action, doable.length) }
}

/**
 * A list shows what is archived or what is not, never both: what holds for its first rows, archiving finds in all of
 * them.
 */
const countOf = ({ scope, rows, total }: Targets, action: ResourceAction, doable: number): number =>
  scope === 'matching' && !action.contract && total > rows.length && doable > 0 ? total : doable

export const reveals = ({ contract }: Resource, { name }: ResourceAction): boolean =>
  contract.reveals?.includes(name) ?? false

/** Where one came from: a page that offers the command names itself, by a path of this console and nothing else. */
export function backFrom({ params, url, timeZone }: RequestContext, resource: Resource): string {
  const back = url.searchParams.get('back')
  if (back && /^\/[a-z]+(?:\/[a-z0-9-]+)*$/.test(back)) return back
  if (params.id) return `${resource.path}/${params.id}`
  return hrefOf(resource.path, readListQuery(url.searchParams, resource.list, timeZone).query, resource.list)
}
