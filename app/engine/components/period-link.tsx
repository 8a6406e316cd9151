import { useShell } from '../../console/shell-context'
import { writeListQuery, type ListQuery } from '../address/list-query'
import { periodWords } from '../period/period-picker'
import type { Resource } from '../definition/resource'

/**
 * The period of a list, in words, and the way to the page where it is chosen. With scripts that page's sheet opens here
 * instead.
 */
export function PeriodLink({
  resource: { list },
  path,
  query,
  label,
}: {
  resource: Resource
  path: string
  query: ListQuery
  label: string
}) {
  const shell = useShell()
  const { t } = shell
  const search = writeListQuery({ ...query, page: 1 }, list)
  const withoutPeriod = writeListQuery({ ...query, page: 1, period: undefined }, list)
  const href = search.size > 0 ? `${path}/period?${search.toString()}` : `${path}/period`
  const words = periodWords(shell, query.period ?? null) ?? t('engine:filter.any')
  return (
    <div className={query.period ? 'field set' : 'field'}>
      <span className="field-label">{t(label)}</span>
      {/* The other filters are sent without the sheet: the period that holds goes with them. */}
      {[...search]
        .filter(([name]) => !withoutPeriod.has(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} data-until-sheet="" />
        ))}
      <a className="period-open caret" href={href} data-sheet="period" aria-label={`${t(label)}: ${words}`}>
        {words}
      </a>
    </div>
  )
}
