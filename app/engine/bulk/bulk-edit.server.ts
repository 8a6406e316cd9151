/**
 * Many rows edited at once: every field is left as it is unless somebody says otherwise. The form's button makes a
 * preview, which has a page of its own.
 */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { bulkEditResult, bulkEditPaths } from '../../../backend/platform/contract/bulk-edit'
import { reason } from '../../../backend/platform/contract/contract'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { titleOf } from '../render/render-context'
import { failureOf, type Failure } from '../data/failure.server'
import type { Options } from '../fields/field'
import { byField, check, specOf, typedFrom, type Problems, type Typed } from '../form/form'
import { requestFor } from '../data/list.server'
import { hrefOf } from '../address/list-query'
import { withWayBack } from '../address/way-back'
import { optionsFor } from '../data/lookup.server'
import { bulkEditHref, bulkEditFields, type Choice } from '../definition/bulk-edit'
import { matchingOf, unnarrowed } from '../address/matching'
import { isId, resourceAt, type RequestContext } from '../data/resource-at.server'
import { pinSelection, readSelection, type Selection } from '../data/selection.server'
import { demandKeyed, keyIn } from '../../session/form.server'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

const NAMED = 20

export interface BulkEditData {
  name: Resource['name']
  title: string
  count: number
  named: { id: string; name: string }[]
  typed: Typed
  choices: Record<string, Choice>
  problems: Problems
  options: Record<string, Options>
  failure: Failure | null
  key: string
  back: string
  /** What of the address was not used, and whether nothing can be done because of it. */
  notices: Notice[]
  isUnclear: boolean
}

/** What the form shows once it has been sent; which rows are meant is read anew. */
export type BulkEditAnswer = Omit<
  BulkEditData,
  'name' | 'title' | 'count' | 'named' | 'back' | 'notices' | 'isUnclear'
>

type Submitted = RequestContext & { form: FormData }
interface Chosen {
  count: number
  rows: Row[]
  body: Record<string, unknown>
  back: string
}

export async function loadBulkEdit(ctx: RequestContext): Promise<BulkEditData> {
  const { t } = ctx
  const resource = resourceAt(ctx)
  const { name } = resource
  const selection = readSelection(ctx, resource)
  pinSelection(ctx, resource, selection)
  const [{ count, rows, back }, blank] = await Promise.all([
    chosenOf(ctx, selection),
    formState(ctx, { typed: {}, choices: {}, problems: {}, failure: null }),
  ])
  return {
    ...blank,
    name,
    count,
    back,
    notices: selection.notices,
    isUnclear: selection.isUnclear,
    title: t('engine:many.edit', { count, things: t(`${name}:counted`, { count }) }),
    named: rows.slice(0, NAMED).map(row => ({ id: row._id, name: titleOf(resource, row, ctx) })),
  }
}

/** 422 with reasons, the form again after a search for an option, or on to the preview. */
export async function sendBulkEdit(ctx: Submitted) {
  const { form, locale, api } = ctx
  demandKeyed(form)
  const resource = resourceAt(ctx)
  const names = bulkEditFields(resource)
  const spec = specOf(resource)
  const typed = {
    ...typedFrom({ ...spec, names }, form),
    reason: String(form.get('reason') ?? '').slice(0, 1_000),
  }
  const choices = Object.fromEntries(names.map(name => [name, choiceOf(form.get(`set.${name}`))]))
  const selection = readSelection(ctx, resource)
  if (selection.isUnclear)
    return data(await formState(ctx, { typed, choices, problems: {}, failure: null }), { status: 422 })
  const chosen = await chosenOf(ctx, selection)
  if (String(form.get('intent') ?? '').startsWith('find.'))
    return data(await formState(ctx, { typed, choices, problems: {}, failure: null }))
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
    return data(await formState(ctx, { typed, choices, problems, failure: null }), { status: 422 })
  const values = checked.status === 'success' ? checked.value : {}
  const fields = Object.fromEntries(
    names.flatMap(name =>
      choices[name] === 'set' ? [[name, values[name]]] : choices[name] === 'empty' ? [[name, null]] : [],
    ),
  )
  try {
    const body = { ...chosen.body, fields, preview: true, ...(why?.success && { reason: why.data }) }
    const { job } = await api.call('POST', bulkEditPaths(resource.contract).act('update'), {
      body,
      schema: bulkEditResult,
      idempotencyKey: keyIn(form),
    })
    return redirect(withWayBack(bulkEditHref(resource, job), chosen.back), 303)
  } catch (error) {
    const failure = failureOf(error)
    // What is wrong with the selection itself stands at no field: the failure says it.
    const found = Object.fromEntries(
      Object.entries(byField(failure.fields)).filter(([name]) => names.includes(name) || name === 'reason'),
    )
    const isPlaced = Object.keys(found).length > 0
    return data(
      await formState(ctx, { typed, choices, problems: found, failure: isPlaced ? null : failure }),
      { status: failure.status },
    )
  }
}

const choiceOf = (sent: FormDataEntryValue | null): Choice =>
  sent === 'set' || sent === 'empty' ? sent : 'leave'

/** A value was announced and none was given: a default must not slip in. */
const emptyOnes = (kinds: Resource['fields'], set: readonly string[], typed: Typed): Problems =>
  Object.fromEntries(
    set
      .filter(name => typed[name] === '' && kinds[name]?.kind !== 'flag')
      .map(name => [name, [{ code: 'required' } satisfies FieldProblem]]),
  )

/** The ticked rows, or all that the list's filters match, however many. */
async function chosenOf(
  ctx: RequestContext,
  { isMatching, isUnclear, ids, query }: Selection,
): Promise<Chosen> {
  const { timeZone, api } = ctx
  const resource = resourceAt(ctx)
  const back = hrefOf(resource.path, query, resource.list)
  const request = requestFor(resource, { ...query, page: 1, rowsPerPage: NAMED }, timeZone)
  const { list } = api(resource.contract)
  if (isUnclear) return { count: 0, rows: [], back, body: {} }
  if (isMatching) {
    const { rows, total } = await list(request)
    return {
      count: total,
      rows: rows as Row[],
      back,
      body: { matching: matchingOf(request), expected: total },
    }
  }
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

async function formState(
  ctx: RequestContext & { form?: FormData },
  state: Pick<BulkEditData, 'typed' | 'choices' | 'problems' | 'failure'>,
): Promise<BulkEditAnswer> {
  const { form } = ctx
  const resource = resourceAt(ctx)
  const lookups = bulkEditFields(resource).map(field => ({
    field,
    ids: [state.typed[field] ?? ''].filter(isId),
    find: String(form?.get(`find.${field}`) ?? '')
      .trim()
      .slice(0, 100),
  }))
  return { ...state, key: randomUUID(), options: await optionsFor(ctx, resource, lookups) }
}
