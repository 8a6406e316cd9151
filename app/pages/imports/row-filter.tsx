import { useShell } from '../../console/shell-context'
import type { ListQuery } from '../../engine/list/list-query'
import { Button, LinkButton } from '../../ui/button'
import { Field, Input } from '../../ui/field'
import { importPaths, rowsHref, rowStates, columnLabel, type Import } from './importer'

/** One link a state, with how many; and a search in the cells. */
export function RowFilter({ found, query }: { found: Import; query: ListQuery }) {
  const { t, format } = useShell()
  const { entity, _id, counts, rows } = found
  const state = query.filters.state?.length === 1 ? query.filters.state[0] : undefined
  const to = (filters: ListQuery['filters']) => rowsHref(entity, _id, query, { filters })
  const { state: _state, ...others } = query.filters
  const states = rowStates.filter(one => counts[one] > 0 || one === state)
  const about = Object.entries(others).flatMap(([name, values]) =>
    values.map(value =>
      name === 'column'
        ? columnLabel(t, value)
        : name === 'action'
          ? t(`imports:actions.${value}`)
          : t([`imports:problems.${value}`, 'imports:problems.other'], { code: value }),
    ),
  )
  return (
    <search className="no-print mt-4">
      <nav className="join mb-2 flex-wrap" aria-label={t('imports:row_filter')}>
        <a
          href={to(others)}
          className={state === undefined ? 'btn join-item btn-primary' : 'btn join-item'}
          aria-current={state === undefined ? 'page' : undefined}
        >
          {t('imports:all_rows')} {format.number(rows)}
        </a>
        {states.map(one => (
          <a
            key={one}
            href={to({ ...others, state: [one] })}
            className={one === state ? 'btn join-item btn-primary' : 'btn join-item'}
            aria-current={one === state ? 'page' : undefined}
          >
            {t(`imports:row_states.${one}`)} {format.number(counts[one])}
          </a>
        ))}
      </nav>
      <form
        method="get"
        action={`${importPaths[entity]}/${_id}`}
        className="mb-2 flex flex-wrap items-end gap-2"
      >
        {Object.entries(query.filters).flatMap(([name, values]) =>
          values.map(value => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />),
        )}
        <Field id="query" label={t('engine:filter.search')} className="w-56 max-sm:grow">
          <Input
            id="query"
            name="query"
            type="search"
            defaultValue={query.query}
            maxLength={200}
            autoComplete="off"
          />
        </Field>
        <Button icon="filter">{t('engine:filter.apply')}</Button>
        {query.query !== '' || about.length > 0 ? (
          <LinkButton tone="quiet" href={rowsHref(entity, _id, query, { query: '', filters: {} })}>
            {t('engine:filter.reset')}
            {about.length > 0 ? `: ${about.join(', ')}` : ''}
          </LinkButton>
        ) : null}
      </form>
    </search>
  )
}
