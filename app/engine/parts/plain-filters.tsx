import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Field, Select, type Option } from '../../ui/field'
import { Chip } from '../../ui/page'
import { hrefOf, writeListQuery, type ListQuery, type ListSpec } from '../list-query'

/** A filter of which one value is chosen. */
export interface PlainChoice { filter: string; label: string; options: readonly Option[] }

interface PlainFiltersProps {
  path: string
  spec: ListSpec
  query: ListQuery
  choices: readonly PlainChoice[]
  /** Whether the list can be searched by words. */
  searched: boolean
}

/** A GET form: what it sends is the list's address. What is chosen elsewhere, the order and the page size stay. */
export function PlainFilters({ path, spec, query, choices, searched }: PlainFiltersProps) {
  const { t } = useShell()
  const own = new Set(choices.map(({ filter }) => filter))
  const others = Object.fromEntries(Object.entries(query.filters).filter(([name]) => !own.has(name)))
  const kept = writeListQuery({ ...query, page: 1, query: searched ? '' : query.query, filters: others }, spec)
  const chips = chipsOf(query, choices, searched, text => t('engine:filter.quoted', { text }))
  return (
    <search className="no-print">
      <form method="get" action={path} className="mb-2 flex flex-wrap items-end gap-2">
        {searched ? (
          <Field id="query" label={t('engine:filter.search')} className="w-56 max-sm:grow">
            <input id="query" name="query" type="search" defaultValue={query.query} maxLength={200} autoComplete="off" className="input" />
          </Field>
        ) : null}
        {choices.map(({ filter, label, options }) => (
          <Field key={filter} id={`filter-${filter}`} label={label} className="w-40 max-sm:grow">
            <Select id={`filter-${filter}`} name={filter} defaultValue={query.filters[filter]?.[0] ?? ''} blank={t('engine:filter.any')} options={options} />
          </Field>
        ))}
        {[...kept].map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />)}
        <Button icon="filter">{t('engine:filter.apply')}</Button>
        {chips.length > 0 ? <LinkButton tone="quiet" href={resetOf(path, spec, query, choices)}>{t('engine:filter.reset')}</LinkButton> : null}
      </form>
      {chips.length > 0 ? (
        <ul className="mb-2 flex flex-wrap gap-2" aria-label={t('engine:filter.active')}>
          {chips.map(({ key, words, without }) => <li key={key}><Chip href={hrefOf(path, query, spec, without)} remove={t('engine:filter.remove')}>{words}</Chip></li>)}
        </ul>
      ) : null}
    </search>
  )
}

export function resetOf(path: string, spec: ListSpec, query: ListQuery, choices: readonly PlainChoice[]): string {
  const own = new Set(choices.map(({ filter }) => filter))
  return hrefOf(path, query, spec, { query: '', filters: Object.fromEntries(Object.entries(query.filters).filter(([name]) => !own.has(name))) })
}

interface ChipOf { key: string; words: string; without: Partial<ListQuery> }

/** What the list is narrowed by, in words; each with the list without it. */
export function chipsOf(query: ListQuery, choices: readonly PlainChoice[], searched: boolean, quoted: (text: string) => string): ChipOf[] {
  const chosen = choices.flatMap(({ filter, label, options }) => (query.filters[filter] ?? []).map((value): ChipOf => {
    const { [filter]: values = [], ...others } = query.filters
    const rest = values.filter(other => other !== value)
    return {
      key: `${filter}=${value}`, words: `${label}: ${options.find(option => option.value === value)?.label ?? value}`,
      without: { filters: rest.length > 0 ? { ...query.filters, [filter]: rest } : others },
    }
  }))
  return searched && query.query ? [{ key: 'query', words: quoted(query.query), without: { query: '' } }, ...chosen] : chosen
}
