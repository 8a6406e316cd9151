/** What a form page shows: blank, filled from a row, or handed back with what was typed. */
import { randomUUID } from 'node:crypto'
import { data } from '@remix-run/node'
import { SYSTEM_TENANT } from '../../../backend/platform/contract/primitives'
import type { Failure } from '../data/failure.server'
import { baseIn, baseOf, conflictOf, lastSaveIn } from './form-base.server'
import { previewed, previewOf } from './form-preview.server'
import { isConflict, refusalOf, sentIn } from './form-page.server'
import { textIn } from './text-in'
import type { Options } from '../fields/field'
import type { Locale } from '../../i18n/locales'
import { missingFilters } from '../data/missing-filters'
import { anyText, unusedOf } from '../address/notice'
import {
  blankTyped,
  check,
  editSpecOf,
  sentTexts,
  shownOf,
  specOf,
  tenantProblems,
  typedFrom,
  typedOf,
  type Conflict,
  type FormSpec,
  type Problems,
  type Typed,
} from './form'
import { forgetCustomFields } from '../data/custom-fields.server'
import { forgetOptions, optionsFor } from '../data/lookup.server'
import { isId, type RequestContext } from '../data/resource-at.server'
import { demandKeyed } from '../../session/form.server'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

export interface FormState {
  typed: Typed
  problems: Problems
  options: Record<string, Options>
  /** Of the row that is being changed; null for a new one. */
  version: number | null
  /** Of the same: what its fields held when they were read. */
  base: string | null
  /** One per form that was shown: a second press of its button does not create twice. */
  key: string
  failure: Failure | null
  conflict: Conflict | null
  /** It was sent after a session had ended, and is shown again to whoever has signed in. */
  resumed?: boolean
  /** What of the address could not fill a field in. */
  notices?: readonly Notice[]
  /** What the form's preview answered. */
  preview?: unknown
}

/** Characters of a value in an address; longer ones are typed. */
const MOST_GIVEN = 500

type Submitted = RequestContext & { form: FormData }

/**
 * A new record; the address may fill fields in (`/slots/new?location=…`). A notice names each value that does
 * not fit.
 */
export async function blankForm(ctx: RequestContext, resource: Resource): Promise<FormState> {
  const spec = specOf(resource)
  const { given, notices } = givenIn(ctx.url.searchParams, spec, ctx.locale)
  const typed = { ...blankTyped(spec, ctx.locale), ...given }
  const state = await stateOf(ctx, resource, spec, { typed })
  const filters = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, text.split(',')]))
  const gone = missingFilters(ctx, spec, { filters }, state.options)
  for (const { parameter } of gone)
    typed[parameter] = (filters[parameter] ?? [])
      .filter(id => !gone.some(one => one.parameter === parameter && one.value === id))
      .join(',')
  return { ...state, typed, notices: [...notices, ...gone] }
}

/** What an address gives a form's fields, and what of it means nothing there. */
function givenIn(
  search: URLSearchParams,
  spec: FormSpec,
  locale: Locale,
): { given: Typed; notices: readonly Notice[] } {
  const requested = Object.fromEntries(
    spec.names.flatMap(name => {
      const text = search.get(name) ?? ''
      return text === '' ? [] : [[name, text]]
    }),
  )
  const checked = check(spec, { ...blankTyped(spec, locale), ...requested }, locale)
  const isUsable = (name: string) => (text: string) =>
    text.length <= MOST_GIVEN && (checked.status === 'success' || !checked.error?.[name])
  const known = {
    ...Object.fromEntries(spec.names.map(name => [name, isUsable(name)])),
    ...Object.fromEntries(spec.names.map(name => [`find.${name}`, anyText])),
  }
  return {
    given: Object.fromEntries(Object.entries(requested).filter(([name, text]) => isUsable(name)(text))),
    notices: unusedOf(search, known),
  }
}

export async function filledForm(ctx: RequestContext, resource: Resource, row: Row): Promise<FormState> {
  const spec = editSpecOf(resource)
  return stateOf(ctx, resource, spec, {
    typed: typedOf(spec, row, ctx.locale),
    version: Number(row.version),
    base: baseOf(shownOf(spec, row, ctx.locale)),
  })
}

/** For a command's own fields. */
export async function commandForm(
  ctx: RequestContext,
  resource: Resource,
  spec: FormSpec,
  given: Typed = {},
): Promise<FormState> {
  return stateOf(ctx, resource, spec, { typed: { ...blankTyped(spec, ctx.locale), ...given } })
}

/** What was typed in a session that has ended, in its own form: to be looked at and sent. */
export async function restoredForm(
  ctx: RequestContext & { savedForm: FormData },
  resource: Resource,
  spec: FormSpec,
): Promise<FormState> {
  return stateOf({ ...ctx, form: ctx.savedForm }, resource, spec, {
    ...sentIn(ctx.savedForm),
    base: textIn(ctx.savedForm, 'base') || null,
    typed: typedFrom(spec, ctx.savedForm),
    resumed: true,
  })
}

async function stateOf(
  ctx: RequestContext & { form?: FormData },
  resource: Resource,
  spec: FormSpec,
  known: Partial<FormState> & { typed: Typed },
): Promise<FormState> {
  const lookups = spec.names.map(field => {
    const chosen = known.typed[field]
    const found = ctx.form?.get(`find.${field}`) ?? ctx.url.searchParams.get(`find.${field}`)
    return {
      field,
      ids: [
        ...(chosen ?? '').split(','),
        ...(known.conflict?.fields ?? [])
          .filter(one => one.name === field)
          .flatMap(one => one.theirs.split(',')),
      ].filter(id => /^[0-9a-f]{24}$/.test(id)),
      find: typeof found === 'string' ? found.trim().slice(0, 100) : '',
      ...(spec.ofTenant?.includes(field) && isId(known.typed.tenant)
        ? { within: { tenant: known.typed.tenant } }
        : {}),
    }
  })
  const options = await optionsFor(ctx, { ...resource, fields: spec.fields }, lookups)
  return {
    problems: {},
    version: null,
    base: null,
    key: randomUUID(),
    failure: null,
    conflict: null,
    ...known,
    options,
  }
}

export type Accepted = {
  value: Record<string, unknown>
  typed: Typed
  version: number | null
  key: string
  refused?: undefined
}
type Handed = { refused: ReturnType<typeof data<FormState>> }

interface Submission<Done, Page> {
  /** What is done with the checked values; what it throws is shown at the form. */
  perform: (accepted: Accepted) => Promise<Done>
  /** The page's data with the form as it was refused. */
  shown: (state: FormState) => Page
  /** The record as it is now, for a form that settles a conflict. */
  current?: Row | undefined
}

/** The whole way of a form: checked, performed, or shown again with what was refused. */
export async function submitForm<Done, Page>(
  ctx: Submitted,
  resource: Resource,
  spec: FormSpec,
  { perform, shown, current }: Submission<Done, Page>,
) {
  const accepted = await acceptForm(ctx, resource, spec, current)
  if (accepted.refused) return data(shown(accepted.refused.data), accepted.refused.init ?? undefined)
  try {
    const preview = await previewOf(ctx, resource, accepted.value)
    if (preview !== undefined)
      return data(shown(await stateOf(ctx, resource, spec, previewed(ctx, accepted, preview))))
    return await perform(accepted)
  } catch (error) {
    const refused = await refusedForm(ctx, resource, spec, accepted, error)
    return data(shown(refused.data), refused.init ?? undefined)
  }
}

/** The checked values, or the page to answer with: 422 with reasons, or 200 after a search for an option. */
async function acceptForm(
  ctx: Submitted,
  resource: Resource,
  spec: FormSpec,
  current?: Row,
): Promise<Accepted | Handed> {
  const { form, locale } = ctx
  demandKeyed(form, resource.form?.preview !== undefined)
  const typed = chosenTyped(spec, form, current, locale)
  const { version, key } = sentIn(form)
  const base = textIn(form, 'base') || null
  if (String(form.get('intent') ?? '').startsWith('find.'))
    return { refused: data(await stateOf(ctx, resource, spec, { typed, version, base, key })) }
  const checked = check(spec, typed, locale)
  const unsaid = ctx.user.tenant_id === SYSTEM_TENANT ? tenantProblems(spec, typed) : {}
  if (checked.status === 'success' && Object.keys(unsaid).length === 0) {
    forgetOptions()
    forgetCustomFields()
    return { value: checked.value, typed, version, key }
  }
  const found = checked.status === 'success' ? {} : (checked.error ?? {})
  const problems: Problems = {
    ...unsaid,
    ...Object.fromEntries(
      Object.entries(found).flatMap(([name, messages]) => (messages ? [[name, messages]] : [])),
    ),
  }
  return {
    refused: data(await stateOf(ctx, resource, spec, { typed, version, base, key, problems }), {
      status: 422,
    }),
  }
}

/** After a conflict, `keep.<field>` says whose value goes on; what is on screen otherwise. */
function chosenTyped(
  spec: FormSpec,
  form: FormData,
  current: Row | undefined,
  locale: Submitted['locale'],
): Typed {
  const mine = typedFrom(spec, form)
  if (!current) return mine
  const theirs = typedOf(spec, current, locale)
  return Object.fromEntries(
    spec.names.map(name => [name, (form.get(`keep.${name}`) === 'theirs' ? theirs : mine)[name] ?? '']),
  )
}

/** Why a save did not happen, with everything that was typed. What concerns the whole page is thrown on. */
async function refusedForm(
  ctx: Submitted,
  resource: Resource,
  spec: FormSpec,
  { typed, version, key }: Omit<Accepted, 'value'>,
  error: unknown,
) {
  if (isConflict(error) && isRow(error.details.current)) {
    const { current } = error.details
    const theirs = shownOf(spec, current, ctx.locale)
    const conflict = conflictOf(
      spec,
      sentTexts(spec, typed),
      { base: baseIn(ctx.form), theirs, current },
      lastSaveIn(error),
    )
    const merged = { ...typed, ...Object.fromEntries(conflict.taken.map(name => [name, theirs[name] ?? ''])) }
    const { version: newest } = conflict
    return data(
      await stateOf(ctx, resource, spec, {
        typed: merged,
        version: newest,
        base: baseOf(theirs),
        key: randomUUID(),
        conflict,
      }),
      { status: 409 },
    )
  }
  const { status, ...refusal } = refusalOf(error, { key, names: spec.names })
  const base = textIn(ctx.form, 'base') || null
  return data(await stateOf(ctx, resource, spec, { typed, version, base, ...refusal }), { status })
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && '_id' in value
