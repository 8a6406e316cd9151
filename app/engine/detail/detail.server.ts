/** A detail page shows its row together with whatever else could be read. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import type { ListAnswer } from '../../../backend/platform/contract/list'
import { presence as presenceShape, type Presence } from '../../../backend/platform/contract/presence'
import { resources } from '../definition/registry'
import { readHistory, type RecordHistory } from '../history/audit.server'
import type { SidePanel, Question } from '../definition/side-panel'
import { unusedOf, type Known } from '../address/notice'
import { titleOf } from '../render/render-context'
import { attempt, type Failure } from '../data/failure.server'
import { idOf, type RequestContext } from '../data/resource-at.server'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'
import type { Related } from '../definition/resource-definition'
import type { Row } from '../definition/row'

const RELATED_ROWS = 10
/** A tab shows as many as fit a page; its heading leads to all of them. */
const TAB_ROWS = 50
const AUDIT_ROWS = 10

export interface RelatedData extends Related {
  answer: ListAnswer<Row> | null
  failure: Failure | null
}

/** One for each of the definition's, in its order; null: not for this person to see. */
interface ActivityData {
  answer: unknown
  reason: unknown
  failure: Failure | null
}

export interface LiveStatus {
  state: Presence
  since: number | null
  last_seen_at: number | null
  online?: number
  total?: number
}

export interface DetailData {
  kind: 'detail'
  name: Resource['name']
  custom?: Resource['custom']
  title: string
  crumbs: Record<string, string>
  row: Row
  /** Of `?tab=…`, that list alone. */
  related: RelatedData[]
  /** What of the address was not used. */
  notices: Notice[]
  /** Which of the related lists or panels is shown instead of the record; null: none. */
  tab: string | null
  /** Null: not for this person to see. */
  audit: RecordHistory | null
  live: LiveStatus | null
  activity: (ActivityData | null)[]
}

export async function loadDetail(ctx: RequestContext, resource: Resource): Promise<DetailData> {
  // The record has a call of its own, so that it is shown whatever happens to the call for everything else.
  const rest = { ...ctx, api: ctx.api.together() }
  const id = idOf(ctx.params)
  const { detail } = resource
  const wanted = ctx.url.searchParams.get('tab')
  const tab = tabsOf(ctx, detail).find(one => one.resource === wanted) ?? null
  const panel = panelsOf(ctx, detail, id).find(one => one.tab === wanted) ?? null
  const moved = wanted === null ? movedTo(ctx, detail, id) : undefined
  if (moved) throw redirect(moved)
  const isWhole = tab === null && panel === null
  const lists = detail.tabs ? (tab ? [tab] : []) : isWhole ? detail.related : []
  const record = ctx.api(resource.contract).get(id) as Promise<Row>
  // A panel about another record needs the id in this one: all the rest waits for it, to stay one call.
  if (isWhole && detail.activity.some(one => one.of)) await record
  const [row, related, audit, live, activity] = await Promise.all([
    record,
    Promise.all(
      lists.flatMap(one =>
        ctx.can(resources[one.resource].contract.permissions.list)
          ? [readRelated(rest, one, id, tab ? TAB_ROWS : RELATED_ROWS)]
          : [],
      ),
    ),
    isWhole && detail.trail && ctx.can('audit_log::list') ? readAudit(rest, resource, id) : null,
    detail.presence ? readLive(rest, detail.presence, id) : null,
    Promise.all(
      (tab ? [] : detail.activity).map(async one => {
        if (panel && one !== panel) return null
        if (!one.of) return readActivity(rest, one, id)
        const other = one.of(await record)
        return other === null ? null : readActivity(rest, one, other)
      }),
    ),
  ])
  const title = titleOf(resource, row, ctx)
  return {
    kind: 'detail',
    name: resource.name,
    custom: resource.custom,
    title,
    crumbs: { [id]: title },
    row,
    related,
    tab: tab?.resource ?? panel?.tab ?? null,
    notices: noticesOf(ctx, detail, id),
    audit,
    live,
    activity,
  }
}

/** The lists that may be shown instead of the record. */
const tabsOf = ({ can }: RequestContext, { tabs, related }: Resource['detail']): readonly Related[] =>
  tabs ? related.filter(({ resource }) => can(resources[resource].contract.permissions.list)) : []

/** The panels that may have the page to themselves. */
const panelsOf = ({ can, url }: RequestContext, { activity }: Resource['detail'], id: string) =>
  activity.filter(({ tab, ask }) => tab !== undefined && can(ask(id, url.searchParams).permission))

/** Bookmarks of before, when a panel was narrowed on the record's own page: they mean the panel's page now. */
function movedTo(ctx: RequestContext, detail: Resource['detail'], id: string): string | undefined {
  const { searchParams, pathname } = ctx.url
  const narrowed = panelsOf(ctx, detail, id).find(({ address = {} }) =>
    Object.entries(address).some(([name, isUsable]) => isUsable(searchParams.get(name) ?? '')),
  )
  if (narrowed?.tab === undefined) return undefined
  return `${pathname}?${new URLSearchParams([['tab', narrowed.tab], ...searchParams]).toString()}`
}

function noticesOf(ctx: RequestContext, detail: Resource['detail'], id: string): Notice[] {
  const panels = panelsOf(ctx, detail, id)
  const isTab = (text: string) =>
    tabsOf(ctx, detail).some(({ resource }) => resource === text) || panels.some(({ tab }) => tab === text)
  const known: Known = Object.assign(
    detail.tabs || panels.length > 0 ? { tab: isTab } : {},
    ...detail.activity.map(({ address }) => address),
  )
  return unusedOf(ctx.url.searchParams, known)
}

async function readRelated(
  { api }: RequestContext,
  related: Related,
  id: string,
  rowsPerPage: number,
): Promise<RelatedData> {
  const { contract, list } = resources[related.resource]
  const sortBy = list.sort.replace(/^-/, '')
  const { value, failure } = await attempt(
    api(contract).list({
      rowsPerPage,
      exactFields: [related.filter],
      exactValues: [id],
      sortBy: [sortBy === 'id' ? '_id' : sortBy],
      sortDirection: [list.sort.startsWith('-') ? 'DESC' : 'ASC'],
    }),
  )
  return { ...related, answer: (value as ListAnswer<Row> | undefined) ?? null, failure: failure ?? null }
}

/**
 * A section that may not be read, or not now, leaves the page as it is; only a session that ended concerns all of it.
 */
async function readActivity(
  { api, can, url }: RequestContext,
  { ask, otherwise }: SidePanel,
  id: string,
): Promise<ActivityData | null> {
  const put = ({ path, body, shape }: Question) =>
    attempt(
      body
        ? api.call('POST', path, { body, write: false, schema: shape })
        : api.call('GET', path, { schema: shape }),
      [401],
    )
  const question = ask(id, url.searchParams)
  if (!can(question.permission)) return null
  const { value: answer, failure } = await put(question)
  const asksWhy =
    !failure && otherwise !== undefined && can(otherwise.ask.permission) && otherwise.isEmpty(answer)
  const reason = asksWhy ? (await put(otherwise.ask)).value : undefined
  return { answer: answer ?? null, reason: reason ?? null, failure: failure ?? null }
}

async function readAudit(ctx: RequestContext, resource: Resource, id: string): Promise<RecordHistory> {
  const { value, failure } = await attempt(readHistory(ctx, resource, id, { rowsPerPage: AUDIT_ROWS }))
  return { entries: value?.entries ?? [], total: value?.total ?? 0, failure: failure ?? null }
}

const statuses = z.looseObject({
  statuses: z.record(
    z.string(),
    z.looseObject({
      state: presenceShape,
      since: z
        .number()
        .nullish()
        .transform(at => at ?? null),
      last_seen_at: z
        .number()
        .nullish()
        .transform(at => at ?? null),
      online: z.number().optional(),
      total: z.number().optional(),
    }),
  ),
})

/** The realtime family's own word; without it the row's last known state stands. */
async function readLive({ api }: RequestContext, kind: string, id: string): Promise<LiveStatus | null> {
  try {
    const answer = await api.call('GET', `/api/smib-realtime/v1/${kind}/status/${id}`, { schema: statuses })
    return answer.statuses[id] ?? null
  } catch {
    return null
  }
}
