import { useShell } from '../../console/shell-context'
import type { Resource } from '../../engine/define-resource'
import type { Options } from '../../engine/fields/field'
import type { ListQuery } from '../../engine/list-query'
import { useFilterWords } from '../../engine/parts/filter-bar'

/** What the list is narrowed by, in a line. */
export function FilterWords({ resource, query, options }: { resource: Resource; query: ListQuery; options: Record<string, Options> }) {
  const { t, format } = useShell()
  const words = useFilterWords({ resource, query, options }).map(chip => chip.words)
  const { period } = query
  if (period) words.push(period.kind === 'relative' ? period.text : `${format.exact(period.start)} – ${format.exact(period.end)}`)
  return <>{words.length > 0 ? words.join(' · ') : t('engine:print.unfiltered')}</>
}
