import { useShell, type Shell } from '../../console/shell-context'
import { Button } from '../../ui/button'
import { Check, Field as Labelled } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { Menu } from '../../ui/menu'
import { Chip } from '../../ui/page'
import { classes } from '../../ui/tone'
import { baseContext } from '../render/render-context'
import type { Option, Options } from '../fields/field'
import { fieldLabel } from '../render/labels'
import { hasOwnPeriod, hrefOf, isFiltered, writeListQuery, type ListQuery } from '../address/list-query'
import type { Range } from '../period/period'
import type { PeriodPoints } from '../../../backend/platform/contract/period-points'
import { orderFor } from '../data/opening'
import { PeriodLink } from './period-link'
import { PeriodPicker, periodWords } from '../period/period-picker'
import type { Resource } from '../definition/resource'

interface FilterBarProps {
  resource: Resource
  path: string
  query: ListQuery
  options: Record<string, Options>
  range: Range | null
  points?: PeriodPoints | null
  /** Where the list has a page for what does not stand in the row (`filters.route.tsx`). */
  hasMore?: boolean
}

/** So many stand in the row; the others, which few people ask for, behind one more press. */
const IN_ROW = 4

/** A GET form in one row: what it sends is the list's address. Sort and page size stay, the page starts over. */
export function FilterBar({ resource, path, query, options, range, points, hasMore }: FilterBarProps) {
  const { t } = useShell()
  const shown = shownFilters(resource, query, options)
  const asking = useAsking({ resource, query, options })
  const more = shown.slice(IN_ROW)
  const isSet = more.some(name => query.filters[name])
  return (
    <search className="no-print">
      <form method="get" action={path} className="filters">
        {/* Enter applies: a search for options has a button of its own, which must not be the first. */}
        {shown.some(name => options[name]?.searchable) ? (
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
            {t('engine:filter.apply')}
          </button>
        ) : null}
        {resource.list.searched === false ? null : (
          <div className={query.query ? 'field search set' : 'field search'}>
            <Icon name="search" />
            <input
              id="query"
              name="query"
              type="search"
              defaultValue={query.query}
              maxLength={200}
              autoComplete="off"
              className="input"
              aria-label={t('engine:filter.search')}
              placeholder={t('engine:filter.search')}
            />
          </div>
        )}
        <div className="picks">
          {shown.slice(0, IN_ROW).map(asking)}
          {resource.list.period === undefined ? null : (
            <ListPeriod resource={resource} path={path} query={query} range={range} points={points} />
          )}
        </div>
        {more.length === 0 ? null : hasMore && !more.some(name => options[name]?.find) ? (
          <MoreLink names={more} isSet={isSet} resource={resource} path={path} query={query} />
        ) : (
          <Menu label={t('engine:filter.more')} plain align="end" className={isSet ? 'more set' : 'more'}>
            {more.map(asking)}
          </Menu>
        )}
        <RestOfQuery query={query} resource={resource} path={path} />
        <Button>{t('engine:filter.apply')}</Button>
      </form>
    </search>
  )
}

const shownFilters = (resource: Resource, query: ListQuery, options: Record<string, Options>) =>
  resource.list.filters.filter(
    name => resource.fields[name]?.filter && isWorthAsking(resource, name, query, options[name]),
  )

/** What does not stand in the row. */
export const moreFilters = (...args: Parameters<typeof shownFilters>): string[] =>
  shownFilters(...args).slice(IN_ROW)

/** A filter's control with its label. */
export function useAsking({ resource, query, options }: Narrowed) {
  const shell = useShell()
  const base = baseContext(shell, resource.name)
  return (name: string) => {
    const chosen = query.filters[name] ?? []
    const label = fieldLabel(shell.t, resource.name, name, resource.fields)
    const ctx = { ...base, field: name }
    const offered = chosen.length > 1 ? resource.fields[name]?.offered?.(ctx) : undefined
    if (offered)
      return <SeveralChosen key={name} name={name} label={label} chosen={chosen} offered={offered} />
    return (
      <Labelled
        key={name}
        id={`filter-${name}`}
        label={label}
        className={classes(query.filters[name] && 'set', options[name]?.searchable && 'wide')}
      >
        {resource.fields[name]?.filter?.(
          {
            id: `filter-${name}`,
            name,
            typed: chosen[0] ?? '',
            chosen,
            required: false,
            options: options[name],
          },
          ctx,
        )}
      </Labelled>
    )
  }
}

interface SeveralChosenProps {
  name: string
  label: string
  chosen: readonly string[]
  offered: readonly Option[]
}

/** A select would show the first of several values, and drop the others with the next press. */
function SeveralChosen({ name, label, chosen, offered }: SeveralChosenProps) {
  const inOrder = [
    ...offered,
    ...chosen
      .filter(value => !offered.some(one => one.value === value))
      .map(value => ({ value, label: value })),
  ]
  const words = inOrder.filter(({ value }) => chosen.includes(value)).map(one => one.label)
  return (
    <div className="field set">
      <span className="field-label">{label}</span>
      <Menu label={label} words={words.join(', ')} plain>
        {inOrder.map(({ value, label: word }) => (
          <Check key={value} name={name} value={value} defaultChecked={chosen.includes(value)} label={word} />
        ))}
      </Menu>
    </div>
  )
}

/** They are fetched when they are opened; what is chosen in them goes along until then. */
function MoreLink({
  names,
  isSet,
  resource,
  path,
  query,
}: { names: string[]; isSet: boolean } & Pick<FilterBarProps, 'resource' | 'path' | 'query'>) {
  const { t } = useShell()
  const search = writeListQuery({ ...query, page: 1 }, resource.list)
  return (
    <>
      {names.flatMap(name =>
        (query.filters[name] ?? []).map(value => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} data-until-sheet="" />
        )),
      )}
      <a
        className={isSet ? 'btn set caret' : 'btn caret'}
        href={search.size > 0 ? `${path}/filters?${search.toString()}` : `${path}/filters`}
        data-sheet={isSet ? 'pop-end more set' : 'pop-end more'}
      >
        <span>{t('engine:filter.more')}</span>
      </a>
    </>
  )
}

/**
 * Where a period only narrows the list, few ask for it: its sheet is fetched when it is opened. Where the list is about
 * it, it stands here.
 */
function ListPeriod({ resource, path, query, range, points }: Omit<FilterBarProps, 'options'>) {
  const { name, list } = resource
  return list.active ? (
    <PeriodLink resource={resource} path={path} query={query} label={`${name}:period.label`} />
  ) : (
    <PeriodPicker period={query.period ?? null} range={range} points={points} />
  )
}

/** A quiet filter, and a choice of one, are shown only while they are in use. */
const isWorthAsking = (resource: Resource, name: string, query: ListQuery, options: Options | undefined) =>
  query.filters[name] !== undefined ||
  !(
    resource.list.quiet.includes(name) ||
    (options !== undefined &&
      !options.searchable &&
      options.list.length <= (resource.fields[name]?.lone ? 0 : 1))
  )

/** Hidden fields for what the form itself does not ask. */
function RestOfQuery({ query, resource, path }: { query: ListQuery; resource: Resource; path: string }) {
  const search = writeListQuery(
    { ...query, page: 1, query: '', filters: {}, period: undefined },
    resource.list,
  )
  // A form's own address loses what stands after its question mark.
  const ofPath = new URLSearchParams(path.split('?')[1])
  return (
    <>
      {[...ofPath, ...search].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

export const resetHref = (path: string, query: ListQuery, resource: Resource) =>
  hrefOf(
    path,
    { ...query, query: '', filters: {}, period: undefined, ...orderFor(resource, query) },
    resource.list,
  )

/** What the list is narrowed by; each removes itself. */
export function Chips({ resource, path, query, options }: Omit<FilterBarProps, 'range' | 'points'>) {
  const chips = useFilterWords({ resource, query, options })
  const { t } = useShell()
  if (chips.length === 0) return null
  return (
    <ul className="chips no-print" aria-label={t('engine:filter.active')}>
      {chips.map(({ key, words, without }) => (
        <li key={key}>
          <Chip href={hrefOf(path, query, resource.list, without)} remove={t('engine:filter.remove')}>
            {words}
          </Chip>
        </li>
      ))}
      {isFiltered(query) || hasOwnPeriod(query, resource.list) ? (
        <li>
          <a className="chip-reset" href={resetHref(path, query, resource)}>
            {t('engine:filter.reset')}
          </a>
        </li>
      ) : null}
    </ul>
  )
}

type Narrowed = Pick<FilterBarProps, 'resource' | 'query' | 'options'>

export const useFilterWords = (narrowed: Narrowed) => filterWords(useShell(), narrowed)

export function filterWords(shell: Shell, { resource, query, options }: Narrowed) {
  const base = baseContext(shell, resource.name)
  const period = periodWords(shell, query.period ?? null)
  const chips: { key: string; words: string; without: Partial<ListQuery> }[] = []
  if (query.query)
    chips.push({
      key: 'query',
      words: shell.t('engine:filter.quoted', { text: query.query }),
      without: { query: '' },
    })
  for (const [name, values] of Object.entries(query.filters)) {
    const label = fieldLabel(shell.t, resource.name, name, resource.fields)
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
