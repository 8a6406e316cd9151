/**
 * What was in effect since when, and what backdating a change would move. The address says which change and to when,
 * so that a request for a second person leads there.
 */
import { z } from 'zod'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import {
  assignmentHistory,
  backdatingPaths,
  historyTypes,
  backdatingAnswer,
  backdatingPreview,
  type AssignmentHistory,
  type HistoryType,
  type Interval,
  type BackdatingRequest,
  type BackdatingPreview,
} from '../../../backend/accounting/backdating/backdating.contract'
import type { Failure } from '../../engine/data/failure.server'
import { refusalOf } from '../../engine/form/form-page.server'
import { localInstant, problemsOfMoment, readInstant } from '../../engine/period/period'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { TASKS } from '../../platform/tasks/task'
import type { GuardedContext } from '../../session/guard.server'
import { requested } from '../../workflow/second-person/pending-request'
import {
  formsOf,
  performOrder,
  textOf,
  type Answered,
  type OrderForms,
} from '../../engine/form/orders.server'

export interface Loaded extends OrderForms {
  title: string
  crumbs: Record<string, string>
  type: HistoryType
  id: string
  history: AssignmentHistory
  /** The change that is to be backdated. */
  chosen: Interval | null
  /** As it was typed, in the location's time. */
  to: string
  preview: BackdatingPreview | null
  problems: FieldProblem[]
  failure: Failure | null
  here: string
}

type Params = Readonly<Record<string, string | undefined>>

/** Throws 404 for what has no such history. */
export function historyTypeOf({ type }: Params): HistoryType {
  const known = z.enum(historyTypes).safeParse(type)
  if (!known.success) throw notFound()
  return known.data
}

const momentIn = (type: HistoryType, text: string): number | string | null =>
  type === 'location' ? text || null : /^-?\d{1,15}$/.test(text) ? Number(text) : null

interface Chosen {
  chosen: Interval | null
  to: string
  /** Null: nothing is typed yet, or nothing that could be read. */
  request: BackdatingRequest | null
  problems: FieldProblem[]
}

function chosenIn(
  url: URL,
  type: HistoryType,
  id: string,
  { intervals, time_zone }: AssignmentHistory,
): Chosen {
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

const historyOf = async (
  { api }: GuardedContext,
  type: HistoryType,
  id: string,
): Promise<AssignmentHistory> =>
  (
    await api.call('GET', backdatingPaths[type].replace(':id', id), {
      schema: z.object({ held: assignmentHistory }),
    })
  ).held

export async function loadHistory(context: GuardedContext, answered?: Answered): Promise<Loaded> {
  const { api, params, t, url, user } = context
  const [type, id] = [historyTypeOf(params), idOf(params)]
  const history = await historyOf(context, type, id)
  const { request, ...chosen } = chosenIn(url, type, id, history)
  const loaded: Loaded = {
    title: t('backdating:title', { name: history.subject.name }),
    crumbs: { [id]: history.subject.name },
    type,
    id,
    history,
    ...chosen,
    preview: null,
    failure: null,
    here: `/held/${type}/${id}${url.search}`,
    ...formsOf(answered),
  }
  // Whom rules narrow backdates nothing of more than a slot: the page says so in place of what would move.
  if (!request || (type !== 'slot' && user.narrowed === true)) return loaded
  try {
    const { preview } = await api.call('POST', backdatingPaths.preview, {
      body: request,
      write: false,
      schema: z.object({ preview: backdatingPreview }),
    })
    return { ...loaded, preview }
  } catch (error) {
    const { problems, failure } = refusalOf(error, { key: loaded.key, names: ['to'] })
    return { ...loaded, problems: problems.to ?? [], failure }
  }
}

export async function performBackdating(context: GuardedContext) {
  const { form, params, t, url } = context
  const [type, id] = [historyTypeOf(params), idOf(params)]
  const { request } = chosenIn(url, type, id, await historyOf(context, type, id))
  if (!request) throw notFound()
  return performOrder(context, 'set_back', {
    path: backdatingPaths.add,
    body: { ...request, reason: textOf(form, 'reason') },
    fields: ['reason'],
    schema: backdatingAnswer,
    again: answered => loadHistory(context, answered),
    done: ({ task, approval }) =>
      approval ? requested(t, approval) : { to: `${TASKS}/${task}`, message: t('backdating:done') },
  })
}
