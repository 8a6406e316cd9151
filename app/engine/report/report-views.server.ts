/** Saved views of a report whose reader chooses what is in it: a name for its address, one's own or shared. */
import { z } from 'zod'
import { savedView } from '../../../backend/platform/contract/saved-views'
import { notFound, type RequestContext } from '../data/resource-at.server'
import { forgetViews, freshViews } from '../data/views.server'
import { formsOf, performOrder, type Answered } from '../form/orders.server'
import { textIn } from '../form/text-in'
import type { GuardedContext } from '../../session/guard.server'
import type { Notice } from '../address/list-spec'
import { reportAt } from './report.server'
import { readReportQuery, reportHref } from './report-query'

/** Of a view that is to be deleted. */
const REMOVE = 'remove'

function addressOf(ctx: Pick<RequestContext, 'url' | 'timeZone'>) {
  const report = reportAt(ctx)
  if (Object.keys(report.choices).length === 0) throw notFound()
  const search = new URLSearchParams(ctx.url.searchParams)
  search.delete(REMOVE)
  const path = `/reports/${report.page}`
  const { query, notices } = readReportQuery(search, report, ctx.timeZone)
  const href = reportHref(path, query, report)
  return { report, path, notices, search: href.slice(path.length + 1), href }
}

export async function loadReportViews(ctx: RequestContext, answered?: Answered) {
  const { url, t } = ctx
  const { report, path, href, search, notices } = addressOf(ctx)
  const { views } = await freshViews(ctx, report)
  const id = url.searchParams.get(REMOVE)
  const removing = views.find(view => view._id === id && view.changeable) ?? null
  if (id !== null && !removing) throw notFound()
  return {
    title: t('views:title', { list: t(`${report.texts}:title`) }),
    crumbs: {} as Record<string, string>,
    notices: notices as readonly Notice[],
    path,
    href,
    search,
    removing: removing && { id: removing._id, name: removing.name, shared: removing.shared },
    rows: views.map(view => ({
      id: view._id,
      name: view.name,
      href: view.search === '' ? path : `${path}?${view.search}`,
      shared: view.shared,
      owner: view.own ? null : view.owner.name,
      changeable: view.changeable,
    })),
    ...formsOf(answered),
  }
}

const api = '/api/settings/v1'

export function saveReportView(ctx: GuardedContext) {
  const { form, t } = ctx
  const { report, search, href } = addressOf(ctx)
  return performOrder(ctx, 'save', {
    path: `${api}/views`,
    body: {
      page: report.name,
      name: textIn(form, 'name'),
      search,
      shared: textIn(form, 'shared') === '1',
    },
    fields: ['name', 'shared'],
    schema: z.looseObject({ view: savedView }),
    again: answered => loadReportViews(ctx, answered),
    done: ({ view }) => {
      forgetViews()
      return { to: href, message: t('views:done.saved', { name: view.name }) }
    },
  })
}

export async function removeReportView(ctx: GuardedContext): Promise<{ to: string }> {
  const { path } = addressOf(ctx)
  const id = ctx.url.searchParams.get(REMOVE) ?? ''
  await ctx.api.call('DELETE', `${api}/view/${encodeURIComponent(id)}`, { schema: z.unknown() })
  forgetViews()
  await ctx.toast('good', ctx.t('views:done.removed'))
  return { to: `${path}/views#saved` }
}
