/** Many rows edited at once: every field is left as it is unless somebody says otherwise; first a preview, then each row's outcome. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { ListAnswer } from '../../../backend/contract/list'
import {
  manyAnswer,
  manyInverse,
  manyItem,
  manyOutcome,
  manyPaths,
  type ManyItem,
  type ManyJob,
  type ManySummary,
} from '../../../backend/contract/many'
import { reason } from '../../../backend/contract/contract'
import type { FieldProblem } from '../../../backend/contract/problem'
import type { Resource, Row } from '../define-resource'
import { titleOf } from '../render-context'
import { failureOf, type Failure } from '../failure.server'
import type { Options } from '../fields/field'
import { byField, check, specOf, typedFrom, type Problems, type Typed } from '../form/form'
import { requestFor } from '../list/list.server'
import { hrefOf, MAX_SELECTED, readListQuery } from '../list/list-query'
import { optionsFor } from '../fields/lookup.server'
import { manyAt, manyFields, manyHeading, type Choice } from './many'
import { matchingOf, unnarrowed } from '../list/matching'
import { idOf, isId, resourceAt, type Asked } from '../resource-at.server'
import { pinSelection } from '../list/selection.server'

const NAMED = 20

export interface EditManyData {
  name: Resource['name']
  title: string
  editsMany: true
  count: number
  named: { id: string; name: string }[]
  typed: Typed
  choices: Record<string, Choice>
  problems: Problems
  options: Record<string, Options>
  failure: Failure | null
  key: string
  back: string
}

type Submitted = Asked & { form: FormData }
interface Chosen {
  count: number
  rows: Row[]
  body: Record<string, unknown>
  back: string
}

export async function loadEditMany(asked: Asked): Promise<EditManyData> {
  pinSelection(asked, resourceAt(asked))
  return describe(asked, await chosenOf(asked), { typed: {}, choices: {}, problems: {}, failure: null })
}

/** 422 with reasons, the form again after a search for an option, or on to the preview. */
export async function editMany(asked: Submitted) {
  const { form, locale, api } = asked
  const resource = resourceAt(asked)
  const names = manyFields(resource)
  const spec = specOf(resource)
  const typed = {
    ...typedFrom({ ...spec, names }, form),
    reason: String(form.get('reason') ?? '').slice(0, 1_000),
  }
  const choices = Object.fromEntries(names.map(name => [name, choiceOf(form.get(`set.${name}`))]))
  const chosen = await chosenOf(asked)
  if (String(form.get('intent') ?? '').startsWith('find.'))
    return data(await describe(asked, chosen, { typed, choices, problems: {}, failure: null }))
  const set = names.filter(name => choices[name] === 'set')
  const checked = check(
    {
      ...spec,
      names: set,
      schema: z.object(
        Object.fromEntries(
          set.flatMap(name => (spec.schema.shape[name] ? [[name, spec.schema.shape[name]]] : [])),
        ),
      ),
    },
    typed,
    locale,
  )
  const why = typed.reason.trim() === '' ? undefined : reason.safeParse(typed.reason)
  const problems: Problems = {
    ...(checked.status === 'success' ? {} : (checked.error as Problems | undefined)),
    ...emptyOnes(spec.fields, set, typed),
    ...(why?.success === false && { reason: [{ code: 'too_short', params: { min: 3 } }] }),
  }
  if (Object.keys(problems).length > 0)
    return data(await describe(asked, chosen, { typed, choices, problems, failure: null }), { status: 422 })
  const values = checked.status === 'success' ? checked.value : {}
  const fields = Object.fromEntries(
    names.flatMap(name =>
      choices[name] === 'set' ? [[name, values[name]]] : choices[name] === 'empty' ? [[name, null]] : [],
    ),
  )
  try {
    const body = { ...chosen.body, fields, preview: true, ...(why?.success && { reason: why.data }) }
    const { job } = await api.call('POST', manyPaths(resource.contract).act('update'), {
      body,
      schema: manyAnswer,
      idempotencyKey: keyOf(form),
    })
    return redirect(`${resource.path}/edit-many?job=${job._id}`, 303)
  } catch (error) {
    const failure = failureOf(error)
    const found = byField(failure.fields)
    const isPlaced = Object.keys(found).some(name => names.includes(name) || name === 'reason')
    return data(
      await describe(asked, chosen, { typed, choices, problems: found, failure: isPlaced ? null : failure }),
      { status: failure.status },
    )
  }
}

const choiceOf = (sent: FormDataEntryValue | null): Choice =>
  sent === 'set' || sent === 'empty' ? sent : 'leave'
const keyOf = (form: FormData): string =>
  /^[0-9a-f-]{36}$/.test(String(form.get('idempotency_key')))
    ? String(form.get('idempotency_key'))
    : randomUUID()

/** A value was announced and none was given: a default must not slip in. */
const emptyOnes = (kinds: Resource['fields'], set: readonly string[], typed: Typed): Problems =>
  Object.fromEntries(
    set
      .filter(name => typed[name] === '' && kinds[name]?.kind !== 'flag')
      .map(name => [name, [{ code: 'required' } satisfies FieldProblem]]),
  )

/** The ticked rows, or all that the list's filters match, however many. */
async function chosenOf(asked: Asked): Promise<Chosen> {
  const { url, timeZone, api } = asked
  const resource = resourceAt(asked)
  const { query } = readListQuery(url.searchParams, resource.list, timeZone)
  const back = hrefOf(resource.path, query, resource.list)
  const request = requestFor(resource, { ...query, page: 1, rowsPerPage: NAMED }, timeZone)
  const { list } = api(resource.contract)
  if (url.searchParams.get('matching') === '1') {
    const { rows, total } = await list(request)
    return {
      count: total,
      rows: rows as Row[],
      back,
      body: { matching: matchingOf(request), expected: total },
    }
  }
  const ids = [...new Set(url.searchParams.getAll('selected'))].filter(isId).slice(0, MAX_SELECTED)
  if (ids.length === 0) return { count: 0, rows: [], back, body: {} }
  const archived = query.filters.archived?.[0] === '1'
  const { rows, total } = await list({
    ...request,
    ...unnarrowed,
    exactFields: ['_id', ...(archived ? ['archived'] : [])],
    exactValues: [ids, ...(archived ? [true] : [])],
  })
  return { count: total, rows: rows as Row[], back, body: { ids } }
}

async function describe(
  asked: Asked & { form?: FormData },
  { count, rows, back }: Chosen,
  state: Pick<EditManyData, 'typed' | 'choices' | 'problems' | 'failure'>,
): Promise<EditManyData> {
  const { t, form } = asked
  const resource = resourceAt(asked)
  const lookups = manyFields(resource).map(field => ({
    field,
    ids: [state.typed[field] ?? ''].filter(isId),
    find: String(form?.get(`find.${field}`) ?? '')
      .trim()
      .slice(0, 100),
  }))
  return {
    ...state,
    name: resource.name,
    editsMany: true,
    count,
    back,
    key: randomUUID(),
    options: await optionsFor(asked, resource, lookups),
    title: t('engine:many.edit', { count, things: t(`${resource.name}:counted`, { count }) }),
    named: rows.slice(0, NAMED).map(row => ({ id: row._id, name: titleOf(resource, row) })),
  }
}

export interface ManyJobData {
  name: Resource['name']
  title: string
  job: ManyJob
  summary: ManySummary
  /** The job that it takes back. */
  origin: Pick<ManyJob, '_id' | 'action'> | null
  /** Why it is to be taken back, as typed, and what is wrong with it. */
  reason: { typed: string; problem: string | null }
  items: ListAnswer<ManyItem>
  page: number
  outcome: string | null
  /** Names of what the chosen fields will refer to. */
  options: Record<string, Options>
  task: { id: string; state: string; progress: number; note: string | null } | null
  key: string
  failure: Failure | null
}

const PER_PAGE = 50
const itemsAnswer = z.looseObject({
  rows: z.array(manyItem),
  total: z.number().int(),
  as_of: z.number().int(),
})
/** As much of a task as its progress needs. */
const taskAnswer = z.looseObject({
  task: z.looseObject({
    _id: z.string(),
    state: z.string(),
    progress: z.number(),
    progress_note: z.string().nullable(),
  }),
})
const seesTasks = { any: ['task_current::list', 'task_completed::list'] } as const

export async function loadManyJob(
  asked: Asked,
  failure: Failure | null = null,
  reason: ManyJobData['reason'] = { typed: '', problem: null },
): Promise<ManyJobData> {
  const { api, url, t, can } = asked
  const resource = resourceAt(asked)
  const paths = manyPaths(resource.contract)
  const id = idOf({ id: url.searchParams.get('job') ?? undefined })
  const { job, summary } = await api.call('GET', `${paths.job}/${id}`, { schema: manyAnswer })
  const outcome = manyOutcome.safeParse(url.searchParams.get('outcome')).data ?? null
  const page = Math.max(1, Math.min(Number(url.searchParams.get('page')) || 1, 10_000))
  const filters = { job: id, ...(outcome && { outcome }) }
  const isWatched =
    ['queued', 'running', 'stopping'].includes(job.state) && job.task_id !== null && can(seesTasks)
  const [items, task, options] = await Promise.all([
    api.call('POST', paths.rows, {
      write: false,
      schema: itemsAnswer,
      body: {
        rowsPerPage: PER_PAGE,
        page: page - 1,
        exactFields: Object.keys(filters),
        exactValues: Object.values(filters),
      },
    }),
    isWatched
      ? api.call('GET', `/api/tasks/v1/task/${job.task_id}`, { schema: taskAnswer }).then(({ task }) => ({
          id: task._id,
          state: task.state,
          progress: task.progress,
          note: task.progress_note,
        }))
      : null,
    optionsFor(
      asked,
      resource,
      Object.entries(job.fields).map(([field, value]) => ({
        field,
        ids: [String(value)].filter(isId),
        find: '',
      })),
    ),
  ])
  const isBack = job.action === 'update' && job.origin_id !== null
  return {
    name: resource.name,
    title: manyHeading(
      t,
      t(isBack ? 'engine:many.title.back' : `engine:many.title.${job.action}`, {
        things: t(`${resource.name}:counted`, { count: job.total }),
      }),
      job,
    ),
    origin: job.origin_id === null ? null : { _id: job.origin_id, action: manyInverse[job.action] },
    job,
    summary,
    reason,
    items,
    page,
    outcome,
    task,
    options,
    key: randomUUID(),
    failure,
  }
}

/** Confirms a preview, stops what runs, or makes a preview of the way back. */
export async function stepMany(asked: Submitted) {
  const { api, form, url } = asked
  const id = idOf({ id: url.searchParams.get('job') ?? undefined })
  const step = (['stop', 'inverse'] as const).find(one => one === form.get('intent')) ?? 'confirm'
  const why = String(form.get('reason') ?? '')
    .trim()
    .slice(0, 1_000)
  const resource = resourceAt(asked)
  try {
    const body = step === 'inverse' && why !== '' ? { reason: why } : {}
    const { job } = await api.call('POST', `${manyPaths(resource.contract).job}/${id}/${step}`, {
      body,
      schema: manyAnswer,
      idempotencyKey: keyOf(form),
    })
    return redirect(manyAt(resource, job), 303)
  } catch (error) {
    const failure = failureOf(error)
    const wrong = failure.fields.reason?.[0]
    const problem = wrong
      ? asked.t([`errors:fields.${wrong.code}`, 'errors:fields.invalid'], wrong.params)
      : null
    return data(await loadManyJob(asked, wrong ? null : failure, { typed: why, problem }), {
      status: failure.status,
    })
  }
}
