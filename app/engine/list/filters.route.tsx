/**
 * The filters of a list that few people ask for: a page of its own without scripts, the sheet of the list's button with
 * them.
 */
import { useShell, useLoaded } from '../../console/shell-context'
import { resourceOf } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { FormActions } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { filterOptions } from '../data/lookup.server'
import { ownResource } from '../data/custom-fields.server'
import { notFound, resourceAt } from '../data/resource-at.server'
import { moreFilters, useAsking } from '../components/filter-bar'
import { hrefOf, readListQuery, writeListQuery } from '../address/list-query'
import { Notices } from '../components/list-notes'
import { lookupsOf } from '../data/list.server'
import { readingOf } from '../data/paging.server'

export const loader = guarded(
  args => resourceAt(args).listRule,
  async ctx => {
    const resource = await ownResource(ctx, resourceAt(ctx))
    const { name, path, list, custom } = resource
    const own = ['view', ...list.filters.map(filter => `find.${filter}`)]
    const { query, notices } = readListQuery(ctx.url.searchParams, list, ctx.timeZone, readingOf(ctx, own))
    const options = await filterOptions(ctx, resource, lookupsOf(resource, query, ctx.url))
    if (moreFilters(resource, query, options).length === 0) throw notFound()
    return { name, path, custom, title: ctx.t('engine:filter.more'), query, notices, options }
  },
)

export default function Filters() {
  const loaded = useLoaded<typeof loader>()
  const { path, title, query, notices, options } = loaded
  const resource = resourceOf(loaded)
  const { t } = useShell()
  const asking = useAsking({ resource, query, options })
  const names = moreFilters(resource, query, options)
  const others = Object.fromEntries(Object.entries(query.filters).filter(([name]) => !names.includes(name)))
  const rest = writeListQuery({ ...query, page: 1, filters: others }, resource.list)
  return (
    <>
      <PageHeader
        title={title}
        commands={<LinkButton href={hrefOf(path, query, resource.list)}>{t('views:back')}</LinkButton>}
      />
      <Notices notices={notices} />
      <form method="get" action={path} className="form">
        {[...rest].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <div data-sheet-here="" className="grid gap-2">
          {names.map(asking)}
          <FormActions>
            <Button tone="primary">{t('engine:filter.apply')}</Button>
          </FormActions>
        </div>
      </form>
    </>
  )
}
