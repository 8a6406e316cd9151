import { useShell, type Shell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Field, Select } from '../../ui/field'
import { Chip } from '../../ui/page'
import { hasOwnPeriod, hrefOf, writeListQuery, type ListQuery } from './list-query'
import type { PlainListing } from './plain-columns'
import { PeriodPicker, periodWords } from '../period/period-picker'

type Filters = Pick<PlainListing<never>, 'spec' | 'filters' | 'searched'>
interface PlainFiltersProps {
  path: string
  listing: Filters
  query: ListQuery
}

/** A GET form: what it sends is the list's address. What is chosen elsewhere, the order and the page size stay. */
export function PlainFilters({ path, listing, query }: PlainFiltersProps) {
  const shell = useShell()
  const { t } = shell
  const { spec, searched } = listing
  const { period } = query
  const kept = writeListQuery(
    {
      ...query,
      page: 1,
      period: undefined,
      ...(searched && { query: '' }),
      filters: notAsked(listing, query),
    },
    spec,
  )
  const chips = chipsOf(listing, query, shell)
  return (
    <search className="no-print">
      <form method="get" action={path} className="mb-2 flex flex-wrap items-end gap-2">
        {searched ? (
          <Field id="query" label={t('engine:filter.search')} className="w-56 max-sm:grow">
            <input
              id="query"
              name="query"
              type="search"
              defaultValue={query.query}
              maxLength={200}
              autoComplete="off"
              className="input"
            />
          </Field>
        ) : null}
        {spec.period === undefined ? null : (
          <PeriodPicker period={period ?? null} range={period?.kind === 'fixed' ? period : null} />
        )}
        {offered(listing, query).map(({ filter, values, label, word }) => (
          <Field key={filter} id={`filter-${filter}`} label={label(t)} className="min-w-36 max-sm:grow">
            <Select
              id={`filter-${filter}`}
              name={filter}
              defaultValue={query.filters[filter]?.[0] ?? ''}
              blank={t('engine:filter.any')}
              options={values.map(value => ({ value, label: word(value, t) }))}
            />
          </Field>
        ))}
        {[...kept].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <Button icon="filter">{t('engine:filter.apply')}</Button>
        {chips.length > 0 ? (
          <LinkButton tone="quiet" href={resetOf(path, listing, query)}>
            {t('engine:filter.reset')}
          </LinkButton>
        ) : null}
      </form>
      {chips.length > 0 ? (
        <ul className="mb-2 flex flex-wrap gap-2" aria-label={t('engine:filter.active')}>
          {chips.map(({ key, words, without }) => (
            <li key={key}>
              <Chip href={hrefOf(path, query, spec, without)} remove={t('engine:filter.remove')}>
                {words}
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  )
}

export const resetOf = (path: string, listing: Filters, query: ListQuery): string =>
  hrefOf(path, query, listing.spec, { query: '', filters: notAsked(listing, query), period: undefined })

export const offered = ({ filters }: Filters, query: ListQuery) =>
  filters.filter(one => one.offered?.(query) ?? true)

/** What is chosen elsewhere on the page. */
function notAsked(listing: Filters, query: ListQuery): ListQuery['filters'] {
  const own = new Set(offered(listing, query).map(({ filter }) => filter))
  return Object.fromEntries(Object.entries(query.filters).filter(([name]) => !own.has(name)))
}

interface ChipOf {
  key: string
  words: string
  without: Partial<ListQuery>
}

/** What the list is narrowed by, in words; each with the list without it. */
export function chipsOf(
  listing: Filters,
  query: ListQuery,
  { t, format }: Pick<Shell, 't' | 'format'>,
): ChipOf[] {
  const { spec, searched } = listing
  const chosen = offered(listing, query).flatMap(({ filter, label, word }) =>
    (query.filters[filter] ?? []).map((value): ChipOf => {
      const { [filter]: values = [], ...others } = query.filters
      const rest = values.filter(other => other !== value)
      return {
        key: `${filter}=${value}`,
        words: `${label(t)}: ${word(value, t)}`,
        without: { filters: rest.length > 0 ? { ...query.filters, [filter]: rest } : others },
      }
    }),
  )
  const period = hasOwnPeriod(query, spec) ? periodWords({ t, format }, query.period ?? null) : undefined
  return [
    ...(searched && query.query
      ? [{ key: 'query', words: t('engine:filter.quoted', { text: query.query }), without: { query: '' } }]
      : []),
    ...chosen,
    ...(period === undefined
      ? []
      : [{ key: 'period', words: `${t('engine:period.label')}: ${period}`, without: { period: undefined } }]),
  ]
}
