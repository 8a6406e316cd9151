import { useShell, type Shell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Field as Labelled } from '../../ui/field'
import { Chip } from '../../ui/page'
import type { Resource } from '../define-resource'
import { baseFace } from '../render-context'
import type { Options } from '../fields/field'
import { fieldLabel } from '../labels'
import { hasOwnPeriod, hrefOf, isFiltered, writeListQuery, type ListQuery } from './list-query'
import type { Range } from '../period/period'
import type { PeriodPoints } from '../../../backend/contract/period-points'
import { PeriodPicker, periodWords } from '../period/period-picker'
import type { ListViews } from '../views/views'
import { ViewsMenu } from '../views/views-menu'

interface FilterBarProps {
  resource: Resource
  path: string
  query: ListQuery
  options: Record<string, Options>
  range: Range | null
  points?: PeriodPoints | null
  views?: ListViews | null
}

/** A GET form: what it sends is the list's address. Sort and page size stay, the page starts over. */
export function FilterBar({ resource, path, query, options, range, points, views }: FilterBarProps) {
  const shell = useShell()
  const { t } = shell
  const base = baseFace(shell, resource.name)
  const shown = resource.list.filters.filter(
    name => resource.fields[name]?.filter && isWorthAsking(resource, name, query, options[name]),
  )
  return (
    <search className="no-print">
      <form method="get" action={path} className="mb-2 flex flex-wrap items-end gap-2">
        {/* Enter applies: a search for options has a button of its own, which must not be the first. */}
        {shown.some(name => options[name]?.searchable) ? (
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
            {t('engine:filter.apply')}
          </button>
        ) : null}
        {resource.list.searched === false ? null : (
          <Labelled id="query" label={t('engine:filter.search')} className="w-56 max-sm:w-24 max-sm:grow">
            <input
              id="query"
              name="query"
              type="search"
              defaultValue={query.query}
              maxLength={200}
              autoComplete="off"
              className="input"
            />
          </Labelled>
        )}
        <input type="checkbox" id="filters-shown" className="peer sr-only sm:hidden" />
        <label htmlFor="filters-shown" className="btn peer-focus-visible:outline-2 sm:hidden">
          {t('engine:filter.filters')}
        </label>
        <div className="max-sm:hidden max-sm:w-full max-sm:flex-wrap max-sm:gap-2 max-sm:peer-checked:flex sm:contents">
          {resource.list.period === undefined ? null : (
            <ListPeriod resource={resource} query={query} range={range} points={points} />
          )}
          {shown.map(name => (
            <Labelled
              key={name}
              id={`filter-${name}`}
              label={fieldLabel(t, resource.name, name)}
              className={options[name]?.searchable ? 'w-64 max-sm:grow' : 'min-w-36 max-sm:grow'}
            >
              {resource.fields[name]?.filter?.(
                {
                  id: `filter-${name}`,
                  name,
                  typed: query.filters[name]?.[0] ?? '',
                  required: false,
                  options: options[name],
                },
                { ...base, field: name },
              )}
            </Labelled>
          ))}
        </div>
        <Kept query={query} resource={resource} />
        <Button icon="filter">{t('engine:filter.apply')}</Button>
        {isFiltered(query) || hasOwnPeriod(query, resource.list) ? (
          <LinkButton tone="quiet" href={resetHref(path, query, resource)}>
            {t('engine:filter.reset')}
          </LinkButton>
        ) : null}
        {views ? <ViewsMenu resource={resource} query={query} views={views} /> : null}
      </form>
      <Chips resource={resource} path={path} query={query} options={options} />
    </search>
  )
}

function ListPeriod({
  resource: { name, list },
  query,
  range,
  points,
}: Pick<FilterBarProps, 'resource' | 'query' | 'range' | 'points'>) {
  const { t, can } = useShell()
  const own = list.active
    ? {
        label: t(`${name}:period.label`),
        none: t('engine:filter.any'),
        withoutPoints: can('slot::get') ? t(`${name}:period.points`) : undefined,
      }
    : {}
  return <PeriodPicker period={query.period ?? null} range={range} points={points} {...own} />
}

/** A quiet filter, and a choice of one, are asked only while they are in use. */
const isWorthAsking = (resource: Resource, name: string, query: ListQuery, options: Options | undefined) =>
  query.filters[name] !== undefined ||
  !(
    resource.list.quiet.includes(name) ||
    (options !== undefined &&
      !options.searchable &&
      options.list.length <= (resource.fields[name]?.lone ? 0 : 1))
  )

/** Hidden fields for what the form itself does not ask. */
function Kept({ query, resource }: { query: ListQuery; resource: Resource }) {
  const search = writeListQuery(
    { ...query, page: 1, query: '', filters: {}, period: undefined },
    resource.list,
  )
  return (
    <>
      {[...search].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

export const resetHref = (path: string, query: ListQuery, { list }: Resource) =>
  hrefOf(path, { ...query, query: '', filters: {}, period: undefined }, list)

/** What the list is narrowed by; each removes itself. */
export function Chips({
  resource,
  path,
  query,
  options,
}: Omit<FilterBarProps, 'range' | 'points' | 'views'>) {
  const chips = useFilterWords({ resource, query, options })
  const { t } = useShell()
  if (chips.length === 0) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-2" aria-label={t('engine:filter.active')}>
      {chips.map(({ key, words, without }) => (
        <li key={key}>
          <Chip href={hrefOf(path, query, resource.list, without)} remove={t('engine:filter.remove')}>
            {words}
          </Chip>
        </li>
      ))}
    </ul>
  )
}

type Narrowed = Pick<FilterBarProps, 'resource' | 'query' | 'options'>

export const useFilterWords = (narrowed: Narrowed) => filterWords(useShell(), narrowed)

export function filterWords(shell: Shell, { resource, query, options }: Narrowed) {
  const base = baseFace(shell, resource.name)
  const period = periodWords(shell, query.period ?? null)
  const chips: { key: string; words: string; without: Partial<ListQuery> }[] = []
  if (query.query)
    chips.push({
      key: 'query',
      words: shell.t('engine:filter.quoted', { text: query.query }),
      without: { query: '' },
    })
  for (const [name, values] of Object.entries(query.filters)) {
    const label = fieldLabel(shell.t, resource.name, name)
    for (const value of values) {
      const words = resource.fields[name]?.chip?.(value, { ...base, field: name }, options[name]) ?? value
      const rest = values.filter(other => other !== value)
      const { [name]: _dropped, ...others } = query.filters
      chips.push({
        key: `${name}=${value}`,
        words: `${label}: ${words}`,
        without: { filters: rest.length > 0 ? { ...query.filters, [name]: rest } : others },
      })
    }
  }
  if (period && hasOwnPeriod(query, resource.list)) {
    chips.push({
      key: 'period',
      words: `${shell.t(resource.list.active ? `${resource.name}:period.label` : 'engine:period.label')}: ${period}`,
      without: { period: undefined },
    })
  }
  return chips
}
