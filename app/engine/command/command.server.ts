/** A command is a page: GET says what will change, for how many, and who is left out and why; POST performs. */
import { data, redirect } from '@remix-run/node'
import type { ActionResult } from '../../../backend/contract/contract'
import { manyAnswer, manyPaths, type ManyAction } from '../../../backend/contract/many'
import { ApiError } from '../../api/api-error'
import type { Resource, ResourceAction, Row } from '../define-resource'
import { titleOf } from '../render-context'
import { commandSpec } from '../form/form'
import { acceptForm, commandForm, refusedForm, type FormState } from '../form/form.server'
import { actionButton, actionDone, actionLabel, actionNote, skipReason } from '../labels'
import { requestFor } from '../list/list.server'
import { hrefOf, MAX_SELECTED, readListQuery } from '../list/list-query'
import { manyAt } from '../bulk/many'
import { matchingOf, unnarrowed } from '../list/matching'
import type { Revealed } from './one-time-secret'
import { actionAt, idOf, isId, notFound, resourceAt, type RequestContext } from '../resource-at.server'
import { pinSelection } from '../list/selection.server'

/** More at once is not something a person can have looked at. */
const MOST = 5_000
const NAMED = 20

export interface Left {
  id: string
  name: string
  reason: string
}

export interface CommandData {
  name: Resource['name']
  action: string
  title: string
  crumbs: Record<string, string>
  /** How many it will be done to, and the first of them by name. */
  count: number
  named: { id: string; name: string }[]
  /** What is true of some of them, and worth knowing first. */
  notes: { note: string; count: number }[]
  skipped: Left[]
  skippedCount: number
  /** Why there is nothing to do: nothing chosen, or more than can be done at once. */
  nothing: 'none' | 'too_many' | null
  /** The number differs from the one that was confirmed. */
  changed: boolean
  back: string
  state: FormState
}

export async function loadCommand(ctx: RequestContext): Promise<CommandData> {
  const resource = resourceAt(ctx)
  const action = actionAt(ctx)
  pinSelection(ctx, resource)
  return describe(
    ctx,
    await targetsOf(ctx, resource),
    await commandForm(ctx, resource, commandSpec(resource, action)),
  )
}

export async function performCommand(
  ctx: RequestContext & { form: FormData; toast: (tone: 'good' | 'warn', text: string) => Promise<void> },
) {
  const resource = resourceAt(ctx)
  const action = actionAt(ctx)
  const spec = commandSpec(resource, action)
  const targets = await targetsOf(ctx, resource)
  const accepted = await acceptForm(ctx, resource, spec)
  if (accepted.refused)
    return data(describe(ctx, targets, accepted.refused.data), accepted.refused.init ?? undefined)
  const doable = targets.rows.filter(action.when)
  const count = countOf(targets, action)
  if (count === 0 || (targets.scope === 'matching' && String(count) !== ctx.form.get('expected'))) {
    const state = await commandForm(ctx, resource, spec)
    return data(describe(ctx, targets, { ...state, typed: accepted.typed }, true), { status: 409 })
  }
  try {
    if (reveals(resource, action)) return await reveal(ctx, resource, action, doable[0] as Row, accepted)
    if (!action.contract && targets.scope !== 'one') {
      const answered = await archiveMany(ctx, resource, action, targets, accepted.key)
      if (answered) return answered
    }
    const results = await perform(
      ctx,
      resource,
      action,
      doable.map(row => row._id),
      accepted,
    )
    await tell(
      ctx,
      resource,
      action,
      results,
      doable.filter((_, index) => results[index]?.outcome === 'done'),
    )
    return redirect(backFrom(ctx, resource), 303)
  } catch (error) {
    const refused = await refusedForm(ctx, resource, spec, accepted, error)
    return data(describe(ctx, targets, refused.data), refused.init ?? undefined)
  }
}

/** `request`: what the rows were found by, for commands that take that instead of ids. */
interface Targets {
  scope: 'one' | 'selected' | 'matching'
  rows: Row[]
  total: number
  request?: ReturnType<typeof requestFor>
}

/** A list shows what is archived or what is not, never both: what holds for its first row, archiving finds in all of them. */
const countOf = ({ scope, rows, total }: Targets, action: ResourceAction): number =>
  scope === 'matching' && !action.contract
    ? rows.some(action.when)
      ? total
      : 0
    : rows.filter(action.when).length

/** One row by its address, the ticked ones, or all that the list's filters match. */
async function targetsOf(ctx: RequestContext, resource: Resource): Promise<Targets> {
  const { url, params, timeZone, api } = ctx
  const { get, list } = api(resource.contract)
  if (params.id) return { scope: 'one', rows: [(await get(idOf(params))) as Row], total: 1 }
  // A secret is one record's, and there is one place to show it.
  if (reveals(resource, actionAt(ctx))) throw notFound()
  const { query } = readListQuery(url.searchParams, resource.list, timeZone)
  const isMatching = url.searchParams.get('matching') === '1'
  const request = requestFor(
    resource,
    { ...query, page: 1, rowsPerPage: isMatching && !actionAt(ctx).contract ? NAMED : MOST },
    timeZone,
  )
  if (isMatching) {
    const { rows, total } = await list(request)
    return { scope: 'matching', rows: rows as Row[], total, request }
  }
  const ids = [...new Set(url.searchParams.getAll('selected'))].filter(isId).slice(0, MAX_SELECTED)
  if (ids.length === 0) return { scope: 'selected', rows: [], total: 0 }
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

function describe(ctx: RequestContext, targets: Targets, state: FormState, changed = false): CommandData {
  const { t } = ctx
  const { scope, rows, total } = targets
  const resource = resourceAt(ctx)
  const action = actionAt(ctx)
  const doable = rows.filter(action.when)
  const left = rows.filter(row => !action.when(row))
  const first = rows[0]
  return {
    name: resource.name,
    action: action.name,
    count: countOf(targets, action),
    skippedCount: left.length,
    changed,
    state,
    title: titleFor(ctx, scope === 'one' ? first : undefined, countOf(targets, action)),
    crumbs: Object.fromEntries(scope === 'one' && first ? [[first._id, titleOf(resource, first, t)]] : []),
    notes: notesOn(doable, action),
    named: doable.slice(0, NAMED).map(row => ({ id: row._id, name: titleOf(resource, row, t) })),
    skipped: left.slice(0, NAMED).map(row => ({
      id: row._id,
      name: titleOf(resource, row, t),
      reason: skipReason(
        t,
        resource.name,
        action.name,
        row.archived_at == null ? action.why?.(row) : undefined,
      ),
    })),
    nothing: action.contract && total > rows.length ? 'too_many' : rows.length === 0 ? 'none' : null,
    back: backFrom(ctx, resource),
  }
}

function notesOn(rows: readonly Row[], { notes }: ResourceAction): CommandData['notes'] {
  const counts = new Map<string, number>()
  for (const row of rows) for (const note of notes?.(row) ?? []) counts.set(note, (counts.get(note) ?? 0) + 1)
  return [...counts].map(([note, count]) => ({ note, count }))
}

function titleFor(ctx: RequestContext, one: Row | undefined, count: number): string {
  const resource = resourceAt(ctx)
  const { name } = actionAt(ctx)
  if (one) return `${actionLabel(ctx.t, resource.name, name)}: ${titleOf(resource, one, ctx.t)}`
  return count === 0
    ? actionLabel(ctx.t, resource.name, name)
    : actionButton(ctx.t, resource.name, name, count)
}

/** Where one came from: a page that offers the command names itself, by a path of this console and nothing else. */
function backFrom({ params, url, timeZone }: RequestContext, resource: Resource): string {
  const back = url.searchParams.get('back')
  if (back && /^\/[a-z]+(?:\/[a-z0-9-]+)*$/.test(back)) return back
  if (params.id) return `${resource.path}/${params.id}`
  return hrefOf(resource.path, readListQuery(url.searchParams, resource.list, timeZone).query, resource.list)
}

const reveals = ({ contract }: Resource, { name }: ResourceAction): boolean =>
  contract.reveals?.includes(name) ?? false

/** No redirect: the secret stands in this answer's page and nowhere else. */
async function reveal(
  ctx: Parameters<typeof performCommand>[0],
  resource: Resource,
  action: ResourceAction,
  row: Row,
  { value, key }: { value: Record<string, unknown>; key: string },
): Promise<Revealed | Response> {
  const { t, toast, api } = ctx
  const { result, secret } = await api(resource.contract).reveal.act(action.name, row._id, value, {
    idempotencyKey: key,
  })
  const back = `${resource.path}/${row._id}`
  if (result.outcome === 'skipped') {
    await toast('warn', skipReason(t, resource.name, action.name, result.reason))
    return redirect(back, 303)
  }
  return {
    revealed: true,
    entity: resource.name,
    title: `${actionDone(t, resource.name, action.name, 1)} ${titleOf(resource, row, t)}`,
    crumbs: { [row._id]: titleOf(resource, row, t) },
    secret,
    back,
  }
}

type Performed = Pick<ActionResult, 'outcome' | 'reason'>

async function perform(
  { api }: RequestContext,
  resource: Resource,
  action: ResourceAction,
  ids: string[],
  { value, key }: { value: Record<string, unknown>; key: string },
): Promise<Performed[]> {
  const entity = api(resource.contract)
  if (action.contract) return entity.act(action.name, ids, value, { idempotencyKey: key })
  const results: Performed[] = []
  for (const id of ids) {
    await (action.name === 'archive' ? entity.archive(id) : entity.unarchive(id))
    results.push({ outcome: 'done' })
  }
  return results
}

/** The selection goes out as it was chosen. What became of it has a page of its own. Null where the backend knows no such thing. */
async function archiveMany(
  ctx: Parameters<typeof performCommand>[0],
  resource: Resource,
  action: ResourceAction,
  { scope, rows, request }: Targets,
  key: string,
) {
  const { api, form, t, toast } = ctx
  const targets =
    scope === 'matching' && request
      ? { matching: matchingOf(request), expected: Number(form.get('expected')) }
      : { ids: rows.filter(action.when).map(row => row._id) }
  const path = manyPaths(resource.contract).act(action.name as ManyAction)
  const answer = await api
    .call('POST', path, { body: targets, schema: manyAnswer, idempotencyKey: key })
    .catch((error: unknown) => {
      // An operator's own backend may know the specification's archive alone, one by one.
      if (scope === 'selected' && error instanceof ApiError && [404, 405].includes(error.status)) return null
      throw error
    })
  if (!answer) return null
  const { job } = answer
  // Its page says what became of each row, and has the way back.
  if (job.state === 'done' && job.failed === 0)
    await toast('good', actionDone(t, resource.name, action.name, job.done))
  return redirect(manyAt(resource, job), 303)
}

/** What was done, what was not and why, and what holds of those done: a slot that is offline is locked here, and told when it returns. */
async function tell(
  { t, toast }: Parameters<typeof performCommand>[0],
  resource: Resource,
  action: ResourceAction,
  results: Performed[],
  done: readonly Row[],
): Promise<void> {
  const skipped = results.filter(result => result.outcome === 'skipped')
  const reasons = [
    ...new Set(skipped.map(result => skipReason(t, resource.name, action.name, result.reason))),
  ]
  const notes = notesOn(done, action).map(({ note, count }) =>
    actionNote(t, resource.name, note, count, done.length),
  )
  await toast(
    skipped.length > 0 || notes.length > 0 ? 'warn' : 'good',
    [
      actionDone(t, resource.name, action.name, done.length),
      ...notes,
      ...(skipped.length > 0 ? [t('engine:done.skipped', { count: skipped.length }), ...reasons] : []),
    ].join(' '),
  )
}
