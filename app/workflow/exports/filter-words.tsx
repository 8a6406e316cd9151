import { useShell, type Shell } from '../../console/shell-context'
import type { Options } from '../../engine/fields/field'
import type { ListQuery } from '../../engine/address/list-query'
import type { Exportable } from './exportable-list'

/** What the list is narrowed by, in a line. */
export function FilterWords({
  list,
  query,
  options,
}: {
  list: Exportable
  query: ListQuery
  options: Record<string, Options>
}) {
  const shell = useShell()
  const words = list.words(shell, query, options)
  return <>{words.length > 0 ? words.join(' · ') : shell.t('engine:print.unfiltered')}</>
}

/** From when to when, in which zone, and what that means for such a list; nothing for a list that has no period. */
export function periodFact({ spec, name }: Exportable, { period }: ListQuery, { t, format }: Shell) {
  if (period?.kind !== 'fixed') return []
  const words = spec.active ? `${name}:period` : 'engine:period'
  const value = t(`${words}.shown`, {
    from: format.exact(period.start),
    to: format.exact(period.end),
    zone: format.timeZone,
  })
  return [{ key: 'period', label: t(`${words}.label`), value, wide: true }]
}
