/** The page on which a list's views are saved, renamed, shared and deleted. */
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { savedView, type SavedView } from '../../../backend/platform/contract/saved-views'
import { ANSWER, SAVED_FORM } from '../../addresses/own-parameters'
import type { Options } from '../fields/field'
import { commandForm, submitForm, type FormState } from '../form/form.server'
import { typedOf } from '../form/form'
import { missingFilters } from '../data/missing-filters'
import { readListQuery, writeListQuery, type ListQuery } from '../address/list-query'
import { ownResource } from '../data/custom-fields.server'
import { optionsFor } from '../data/lookup.server'
import { notFound, resourceAt, type RequestContext } from '../data/resource-at.server'
import { hrefOfView } from '../data/views'
import { homeOf, OF } from '../data/views-home'
import { editedViewSpec, newViewSpec } from './views-form'
import { forgetViews, freshViews } from '../data/views.server'
import type { Notice } from '../address/list-spec'
import type { Row } from '../definition/row'

export interface ViewRow {
  view: SavedView
  href: string
  query: ListQuery
  /** How much of it can no longer be used. */ trouble: number
  isDefault: boolean
}

export interface ViewsData {
  name: ReturnType<typeof resourceAt>['name']
  custom?: ReturnType<typeof resourceAt>['custom']
  path: string
  /** The page that its views are used on: the list's, or that of a stream's subject. */
  home: string
  title: string
  crumbs: Record<string, string>
  /** The list as it was left, and what of its address was not used. */
  query: ListQuery
  notices: Notice[]
  search: string
  options: Record<string, Options>
  rows: ViewRow[]
  lostDefault: string | null
  editing: SavedView | null
  removing: SavedView | null
  state: FormState
}

type Acting = RequestContext & {
  form: FormData
  toast: (tone: 'good' | 'warn', text: string) => Promise<void>
}

export async function loadViews(ctx: RequestContext): Promise<ViewsData> {
  const { url, timeZone, t, locale } = ctx
  const resource = await ownResource(ctx, resourceAt(ctx))
  const { list, name } = resource
  const saved = await freshViews(ctx, resource)
  const home = homeOf(url, resource)
  const read = (search: URLSearchParams) => readListQuery(search, list, timeZone)
  const { query, notices } = read(listState(url))
  const found = saved.views.map(view => ({ view, ...read(new URLSearchParams(view.search)) }))
  const options = await optionsFor(
    ctx,
    resource,
    list.filters.map(field => ({
      field,
      find: '',
      ids: [...new Set([query, ...found.map(one => one.query)].flatMap(one => one.filters[field] ?? []))],
    })),
  )
  const named = (parameter: string) => {
    const id = url.searchParams.get(parameter)
    const view = saved.views.find(one => one._id === id)
    if (id !== null && !view) throw notFound()
    return view ?? null
  }
  const editing = named('edit')
  const filled =
    editing &&
    typedOf(
      editedViewSpec,
      { ...editing, is_default: editing._id === saved.default_view } as unknown as Row,
      locale,
    )
  const blank = await commandForm(ctx, resource, editing ? editedViewSpec : newViewSpec)
  return {
    name,
    custom: resource.custom,
    path: resource.path,
    home,
    title: t('views:title', { list: t(`${name}:title`) }),
    crumbs: {},
    query,
    notices,
    search: writeListQuery({ ...query, page: 1, whole: undefined }, list).toString(),
    options,
    lostDefault: saved.lost_default,
    rows: found.map(({ view, query: its, notices }) => ({
      view,
      query: its,
      href: hrefOfView({ path: home }, view),
      isDefault: view._id === saved.default_view,
      trouble: notices.length + missingFilters(ctx, resource, its, options).length,
    })),
    editing,
    removing: named('remove'),
    state: filled ? { ...blank, typed: filled, version: editing.version } : blank,
  }
}

/** Which view is meant is no part of the list's state. */
function listState(url: URL): URLSearchParams {
  const search = new URLSearchParams(url.searchParams)
  for (const own of ['edit', 'remove', 'view', 'page', OF, ANSWER, SAVED_FORM]) search.delete(own)
  return search
}

const answer = z.looseObject({ view: savedView })
const api = '/api/settings/v1'

/** A redirect, or the refused form. */
export async function saveView(ctx: Acting) {
  const resource = resourceAt(ctx)
  const { url, form, t, toast, timeZone } = ctx
  const id = url.searchParams.get('edit')
  const current =
    id === null ? undefined : (await freshViews(ctx, resource)).views.find(view => view._id === id)
  const spec = id === null ? newViewSpec : editedViewSpec
  const settles = [...form.keys()].some(name => name.startsWith('keep.'))
  const search = writeListQuery(
    { ...readListQuery(listState(url), resource.list, timeZone).query, page: 1, whole: undefined },
    resource.list,
  ).toString()
  return submitForm(ctx, resource, spec, {
    current: settles ? (current as unknown as Row | undefined) : undefined,
    shown: state => ({ state }),
    perform: async ({ value, version, key }) => {
      const { name, shared, is_default, redefine } = value as unknown as ViewForm
      const { view } =
        id === null
          ? await ctx.api.call('POST', `${api}/views`, {
              body: { page: resource.name, name, search, shared, is_default },
              schema: answer,
              idempotencyKey: key,
            })
          : await ctx.api.call('PUT', `${api}/view/${encodeURIComponent(id)}`, {
              body: { version: version ?? 0, name, shared, ...(redefine && { search }) },
              schema: answer,
            })
      if (id !== null) await keepDefault(ctx, view._id, is_default)
      forgetViews()
      await toast('good', t('views:done.saved', { name: view.name }))
      return redirect(hrefOfView({ path: homeOf(url, resource) }, view), 303)
    },
  })
}

interface ViewForm {
  name: string
  shared: boolean
  is_default: boolean
  redefine?: boolean
}

/** The box says what is so; another list's default, or another view's, is left alone. */
async function keepDefault(ctx: Acting, id: string, wanted: boolean): Promise<void> {
  const is = (await freshViews(ctx, resourceAt(ctx))).default_view === id
  if (is !== wanted) await putDefault(ctx, wanted ? id : null)
}

const putDefault = (ctx: Acting, view: string | null) =>
  ctx.api.call('PUT', `${api}/views/${resourceAt(ctx).name}/default`, {
    body: { view },
    schema: z.unknown(),
  })

export async function makeDefault(ctx: Acting): Promise<Response> {
  const view = String(ctx.form.get('view') ?? '')
  await putDefault(ctx, view === '' ? null : view)
  forgetViews()
  await ctx.toast('good', ctx.t(view === '' ? 'views:done.no_default' : 'views:done.default'))
  return redirect(`${resourceAt(ctx).path}/views#saved`, 303)
}

export async function removeView(ctx: Acting): Promise<Response> {
  const id = ctx.url.searchParams.get('remove') ?? ''
  await ctx.api.call('DELETE', `${api}/view/${encodeURIComponent(id)}`, { schema: z.unknown() })
  forgetViews()
  await ctx.toast('good', ctx.t('views:done.removed'))
  return redirect(`${resourceAt(ctx).path}/views#saved`, 303)
}
