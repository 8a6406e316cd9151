/** Where a list's period is chosen: a page of its own without scripts, the list's sheet with them. */
import { useShell, useLoaded } from '../../console/shell-context'
import { resources } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { hrefOf, readListQuery, writeListQuery } from '../address/list-query'
import { Notices } from '../components/list-notes'
import { readingOf } from '../data/paging.server'
import { notFound, resourceAt } from '../data/resource-at.server'
import { rangeOf } from '../period/period'
import { PeriodFields } from '../period/period-picker'
import { pointsOfList } from '../data/period-points.server'

export const loader = guarded(
  args => resourceAt(args).contract.permissions.list,
  async ctx => {
    const resource = resourceAt(ctx)
    const { list, name } = resource
    if (!list.active || list.period === undefined) throw notFound()
    const { query, notices } = readListQuery(
      ctx.url.searchParams,
      list,
      ctx.timeZone,
      readingOf(ctx, ['view']),
    )
    return {
      name,
      title: ctx.t(`${name}:period.label`),
      query,
      notices,
      range: rangeOf(query, list, Date.now(), ctx.timeZone) ?? null,
      points: await pointsOfList(ctx, resource, query),
    }
  },
)

export default function PeriodPage() {
  const { name, title, query, notices, range, points } = useLoaded<typeof loader>()
  const { t, can } = useShell()
  const { path, list } = resources[name]
  const others = writeListQuery({ ...query, page: 1, period: undefined }, list)
  return (
    <>
      <PageHeader
        title={title}
        commands={<LinkButton href={hrefOf(path, query, list)}>{t('views:back')}</LinkButton>}
      />
      <Notices notices={notices} />
      <form method="get" action={path} className="form period">
        {[...others].map(([key, value]) => (
          <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
        ))}
        <div data-sheet-here="">
          <PeriodFields
            period={query.period ?? null}
            range={range}
            points={points}
            none={t('engine:filter.any')}
            withoutPoints={can('slot::get') ? t(`${name}:period.points`) : undefined}
          />
        </div>
      </form>
    </>
  )
}
