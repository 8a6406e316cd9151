import { useShell } from '../../console/shell-context'
import type { Resource } from '../../engine/define-resource'
import type { Options } from '../../engine/fields/field'
import type { ListQuery } from '../../engine/list-query'
import { useFilterWords } from '../../engine/parts/filter-bar'
import { rangeOf } from '../../engine/period'

/** What the list is narrowed by, in a line; a relative period with what it means now. */
export function FilterWords({ resource, query, options }: { resource: Resource; query: ListQuery; options: Record<string, Options> }) {
  const { t, format, now, timeZone } = useShell()
  const words = useFilterWords({ resource, query, options }).map(chip => chip.words)
  const range = query.period?.kind === 'relative' ? rangeOf(query, resource.list, now, timeZone) : undefined
  if (range) words.push(t('engine:period.shown', { from: format.dateTime(range.start), to: format.dateTime(range.end), zone: format.timeZone }))
  return <>{words.length > 0 ? words.join(' · ') : t('engine:print.unfiltered')}</>
}
