/** A command is a page: GET says what will change, for how many, and who is left out and why; POST performs. */
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { ActionResult } from '../../../backend/platform/contract/contract'
import {
  bulkEditResult,
  bulkEditPaths,
  type BulkEditAction,
} from '../../../backend/platform/contract/bulk-edit'
import { id } from '../../../backend/platform/contract/primitives'
import { ApiError } from '../../api/api-error'
import { titleOf } from '../render/render-context'
import { commandSpec, typedFrom, typedOf } from '../form/form'
import { commandForm, submitForm, type Accepted } from '../form/form.server'
import { actionDone, actionNote, skipReason } from '../render/labels'
import { bulkEditHref } from '../definition/bulk-edit'
import { matchingOf } from '../address/matching'
import { withWayBack } from '../address/way-back'
import { CHOOSE } from '../definition/command-path'
import { describe, notesOn, type CommandData } from './command-page.server'
import { backFrom, parted, reveals, targetsOf, type Targets } from './command-targets.server'
import type { Revealed } from '../form/one-time-secret'
import { shownSecret } from '../form/secret-shown.server'
import { actionAt, resourceAt, type RequestContext } from '../data/resource-at.server'
import type { Resource, ResourceAction } from '../definition/resource'
import type { Row } from '../definition/row'

export async function loadCommand(ctx: RequestContext): Promise<CommandData> {
  const resource = resourceAt(ctx)
  const action = actionAt(ctx)
  const spec = commandSpec(resource, action)
  const targets = await targetsOf(ctx, resource)
  const [row] = targets.rows
  const stands = action.edits && targets.scope === 'one' && row ? typedOf(spec, row, ctx.locale) : {}
  return describe(ctx, targets, await commandForm(ctx, resource, spec, stands))
}

/** What a refused command's page shows in place of a blank form. Who is concerned is read anew each time. */
export type Refused = Pick<CommandData, 'state'> & { changed?: true }

export async function performCommand(
  ctx: RequestContext & { form: FormData; toast: (tone: 'good' | 'warn', text: string) => Promise<void> },
) {
  const resource = resourceAt(ctx)
  const action = actionAt(ctx)
  const spec = commandSpec(resource, action)
  const targets = await targetsOf(ctx, resource)
  if (ctx.form.has(CHOOSE)) {
    // Not yet the command: its address names other rows, and what was typed comes along.
    const state = await commandForm(ctx, resource, spec, typedFrom(spec, ctx.form))
    return data<Refused>({ state }, { status: 200 })
  }
  if (targets.isUnclear)
    return data<Refused>(
      { state: await commandForm(ctx, resource, spec, typedFrom(spec, ctx.form)) },
      { status: 422 },
    )
  const perform = async (given: Accepted) => {
    const accepted = action.edits && targets.scope !== 'one' ? withoutEmpty(given) : given
    const { doable, left, count } = parted(ctx, resource, action, targets)
    if (count === 0 || (targets.scope === 'matching' && String(count) !== ctx.form.get('expected'))) {
      const state = await commandForm(ctx, resource, spec)
      return data<Refused>({ state: { ...state, typed: accepted.typed }, changed: true }, { status: 409 })
    }
    if (reveals(resource, action)) return await reveal(ctx, resource, action, doable[0] as Row, accepted)
    if (!action.contract && targets.scope !== 'one') {
      // With some left out it is done to those that were shown, one by one; otherwise to what the list was narrowed to.
      const scope = left.length > 0 ? 'selected' : targets.scope
      const answered = await archiveMany(
        ctx,
        resource,
        action,
        { ...targets, scope, rows: doable },
        accepted.key,
      )
      if (answered) return answered
    }
    if (action.job && targets.scope !== 'one') {
      const answered = await orderJob(ctx, resource, action, { targets, doable, left }, accepted)
      if (answered) return answered
    }
    const results = await send(
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
  }
  return submitForm(ctx, resource, spec, { perform, shown: (state): Refused => ({ state }) })
}

/** Of several records, what is left empty stays as it is. */
const withoutEmpty = (accepted: Accepted): Accepted => ({
  ...accepted,
  value: Object.fromEntries(Object.entries(accepted.value).filter(([, value]) => value !== null)),
})

/** No redirect: the secret stands in this answer's page and nowhere else. */
async function reveal(
  ctx: Parameters<typeof performCommand>[0],
  resource: Resource,
  action: ResourceAction,
  row: Row,
  { value, key }: { value: Record<string, unknown>; key: string },
): Promise<Revealed | Response> {
  const { t, toast, api, url } = ctx
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
    title: `${actionDone(t, resource.name, action.name, 1)} ${titleOf(resource, row, ctx)}`,
    crumbs: { [row._id]: titleOf(resource, row, ctx) },
    secret: shownSecret(secret, url),
    back,
  }
}

type Performed = Pick<ActionResult, 'outcome' | 'reason'>

async function send(
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

/**
 * The selection goes out as it was chosen. What became of it has a page of its own. Null where the backend knows no
 * such thing.
 */
async function archiveMany(
  ctx: Parameters<typeof performCommand>[0],
  resource: Resource,
  action: ResourceAction,
  { scope, rows, request }: Pick<Targets, 'scope' | 'rows' | 'request'>,
  key: string,
) {
  const { api, form, t, toast } = ctx
  const targets =
    scope === 'matching' && request
      ? { matching: matchingOf(request), expected: Number(form.get('expected')) }
      : { ids: rows.map(row => row._id) }
  const path = bulkEditPaths(resource.contract).act(action.name as BulkEditAction)
  const answer = await api
    .call('POST', path, { body: targets, schema: bulkEditResult, idempotencyKey: key })
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
  return redirect(withWayBack(bulkEditHref(resource, job), backFrom(ctx, resource)), 303)
}

/**
 * What became of each row has a page of its own. Null where the backend knows no such thing: an operator's own may
 * have the specification's command alone.
 */
async function orderJob(
  ctx: Parameters<typeof performCommand>[0],
  resource: Resource,
  { name, job }: ResourceAction,
  { targets, doable, left }: Pick<ReturnType<typeof parted>, 'doable' | 'left'> & { targets: Targets },
  { value, key }: { value: Record<string, unknown>; key: string },
) {
  if (!job) return null
  const { api, t, toast } = ctx
  const body = {
    ...value,
    ids: doable.map(row => row._id),
    left: left.map(({ row }) => row._id),
    without: [...targets.without],
  }
  const answer = await api
    .call('POST', job.path, { body, schema: jobAnswer, idempotencyKey: key })
    .catch((error: unknown) => {
      if (error instanceof ApiError && [404, 405].includes(error.status)) return null
      throw error
    })
  if (!answer) return null
  const { _id, state, done } = answer.job
  // What waits or was left out at its turn, its page says.
  if (state === 'done' && done === doable.length)
    await toast('good', actionDone(t, resource.name, name, done))
  return redirect(withWayBack(job.href(_id), backFrom(ctx, resource)), 303)
}

const jobAnswer = z.looseObject({
  job: z.looseObject({ _id: id, state: z.string(), done: z.number().int() }),
})

/**
 * Says what was done, what was not and why. A slot that is offline is locked here at once and gets the
 * command when it returns.
 */
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
