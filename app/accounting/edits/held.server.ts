/**
 * What held since when, and what setting a change back would move. The address says which change and to when, so that a
 * request for a second person leads there.
 */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import {
  heldAnswer,
  heldPaths,
  heldTypes,
  setBackAnswer,
  setBackPreview,
  type HeldAnswer,
  type HeldType,
  type Interval,
  type SetBack,
  type SetBackPreview,
} from '../../../backend/accounting/set-back/set-back.contract'
import type { Failure } from '../../engine/data/failure.server'
import { refusalOf } from '../../engine/form/form-page.server'
import { localInstant, problemsOfMoment, readInstant } from '../../engine/period/period'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { TASKS } from '../../platform/tasks/task'
import type { GuardedContext } from '../../session/guard.server'
import { approvalHref } from '../../workflow/second-person/pending-request'
import { send, textOf, type Answered } from '../../engine/form/orders.server'

export interface Loaded {
  title: string
  crumbs: Record<string, string>
  type: HeldType
  id: string
  held: HeldAnswer
  /** The change that is to be set back. */
  chosen: Interval | null
  /** As it was typed, in the location's time. */
  to: string
  preview: SetBackPreview | null
  problems: FieldProblem[]
  failure: Failure | null
  here: string
  key: string
  answered?: Answered
}

type Params = Readonly<Record<string, string | undefined>>

/** Throws 404 for what has no such history. */
export function heldTypeOf({ type }: Params): HeldType {
  const known = z.enum(heldTypes).safeParse(type)
  if (!known.success) throw notFound()
  return known.data
}

const momentIn = (type: HeldType, text: string): number | string | null =>
  type === 'location' ? text || null : /^-?\d{1,15}$/.test(text) ? Number(text) : null

interface Chosen {
  chosen: Interval | null
  to: string
  /** Null: nothing is typed yet, or nothing that could be read. */
  request: SetBack | null
  problems: FieldProblem[]
}

function chosenIn(url: URL, type: HeldType, id: string, { intervals, time_zone }: HeldAnswer): Chosen {
  const [text, typed] = ['since', 'to'].map(name => url.searchParams.get(name) ?? '') as [string, string]
  const since = momentIn(type, text)
  const chosen = intervals.find(one => one.since !== null && one.since === since) ?? null
  if (!chosen || since === null) {
    if (text) throw notFound()
    return { chosen: null, to: '', request: null, problems: [] }
  }
  if (type === 'location')
    return { chosen, to: typed, request: typed ? { type, id, since, to: typed } : null, problems: [] }
  const instant = momentIn(type, typed) ?? readInstant(typed, time_zone)
  const isRead = typeof instant === 'number'
  return {
    chosen,
    to: isRead ? localInstant(instant, time_zone) : typed,
    request: isRead ? { type, id, since, to: instant } : null,
    problems: typed && !isRead ? problemsOfMoment(typed, time_zone) : [],
  }
}

const heldOf = async ({ api }: GuardedContext, type: HeldType, id: string): Promise<HeldAnswer> =>
  (await api.call('GET', heldPaths[type].replace(':id', id), { schema: z.object({ held: heldAnswer }) })).held

export async function loadHeld(context: GuardedContext, answered?: Answered): Promise<Loaded> {
  const { api, params, t, url } = context
  const [type, id] = [heldTypeOf(params), idOf(params)]
  const held = await heldOf(context, type, id)
  const { request, ...chosen } = chosenIn(url, type, id, held)
  const loaded: Loaded = {
    title: t('held:title', { name: held.subject.name }),
    crumbs: { [id]: held.subject.name },
    type,
    id,
    held,
    ...chosen,
    preview: null,
    failure: null,
    here: `/held/${type}/${id}${url.search}`,
    key: randomUUID(),
    ...(answered && { answered }),
  }
  if (!request) return loaded
  try {
    const { preview } = await api.call('POST', heldPaths.preview, {
      body: request,
      write: false,
      schema: z.object({ preview: setBackPreview }),
    })
    return { ...loaded, preview }
  } catch (error) {
    const { problems, failure } = refusalOf(error, { key: loaded.key, names: ['to'] })
    return { ...loaded, problems: problems.to ?? [], failure }
  }
}

export async function performSetBack(context: GuardedContext) {
  const { form, params, t, toast, url } = context
  const [type, id] = [heldTypeOf(params), idOf(params)]
  const { request } = chosenIn(url, type, id, await heldOf(context, type, id))
  if (!request) throw notFound()
  const sent = await send(context, 'set_back', {
    path: heldPaths.add,
    body: { ...request, reason: textOf(form, 'reason') },
    fields: ['reason'],
    schema: setBackAnswer,
  })
  if (sent.refused) return data(await loadHeld(context, sent.refused.data), { status: sent.refused.status })
  const { task, approval } = sent.value
  await toast('good', t(approval ? 'approvals:ask.done' : 'held:done'))
  return redirect(approval ? approvalHref(approval) : `${TASKS}/${task}`, 303)
}
