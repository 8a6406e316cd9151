import { useShell } from '../../console/shell-context'
import { eventName } from '../../activity/events'
import { hrefOf, isFiltered, writeListQuery } from '../../engine/list/list-query'
import { PeriodPicker } from '../../engine/period/period-picker'
import { Button, LinkButton } from '../../ui/button'
import { Field, Select } from '../../ui/field'
import { Chip } from '../../ui/page'
import { categories, eventsSpec } from './events'
import type { EventsData } from './events.server'

/** A GET form: what it sends is the page's address. One kind of event is chosen by pressing its code in the table, and let go by its chip. */
export function EventFilters({
  path,
  data: { query, range, points, options },
}: {
  path: string
  data: EventsData
}) {
  const { t } = useShell()
  const { type, code, ...chosen } = query.filters
  const kept = writeListQuery(
    {
      ...query,
      page: 1,
      query: '',
      period: undefined,
      filters: { ...(type && { type }), ...(code && { code }) },
    },
    eventsSpec,
  )
  const narrowed =
    isFiltered({ ...query, filters: { ...chosen, ...(code && { code }) } }) ||
    query.period?.kind === 'fixed' ||
    query.period?.text !== eventsSpec.period
  return (
    <search className="no-print">
      <form method="get" action={path} className="mb-2 flex flex-wrap items-end gap-2">
        <Field id="query" label={t('engine:filter.search')} className="w-44 max-sm:grow">
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
        <PeriodPicker period={query.period ?? null} range={range} points={points} />
        <Field id="severity" label={t('activity:events.severity')} className="min-w-36 max-sm:grow">
          <Select
            id="severity"
            name="severity"
            defaultValue={chosen.severity?.[0] ?? ''}
            blank={t('engine:filter.any')}
            options={(['alarm', 'warning', 'info'] as const).map(value => ({
              value,
              label: t(`events:severity.${value}`),
            }))}
          />
        </Field>
        <Field id="category" label={t('events:category')} className="min-w-36 max-sm:grow">
          <Select
            id="category"
            name="category"
            defaultValue={chosen.category?.[0] ?? ''}
            blank={t('engine:filter.any')}
            options={categories.map(value => ({ value, label: t(`events:categories.${value}`) }))}
          />
        </Field>
        {(['tenant', 'location'] as const).map(name => {
          const list = options[name]?.list ?? []
          return list.length > 1 || chosen[name] ? (
            <Field key={name} id={name} label={t(`slots:fields.${name}`)} className="min-w-36 max-sm:grow">
              <Select
                id={name}
                name={name}
                defaultValue={chosen[name]?.[0] ?? ''}
                blank={t('engine:filter.any')}
                options={list}
              />
            </Field>
          ) : null
        })}
        {[...kept].map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <Button icon="filter">{t('engine:filter.apply')}</Button>
        {narrowed ? (
          <LinkButton
            tone="quiet"
            href={hrefOf(
              path,
              { ...query, query: '', filters: type ? { type } : {}, period: undefined },
              eventsSpec,
            )}
          >
            {t('engine:filter.reset')}
          </LinkButton>
        ) : null}
      </form>
      {code || query.query ? (
        <ul className="mb-2 flex flex-wrap gap-2" aria-label={t('engine:filter.active')}>
          {query.query ? (
            <li>
              <Chip href={hrefOf(path, query, eventsSpec, { query: '' })} remove={t('engine:filter.remove')}>
                {t('engine:filter.quoted', { text: query.query })}
              </Chip>
            </li>
          ) : null}
          {code?.map(one => {
            const others = code.filter(other => other !== one)
            const filters = { ...chosen, ...(type && { type }), ...(others.length > 0 && { code: others }) }
            return (
              <li key={one}>
                <Chip
                  href={hrefOf(path, query, eventsSpec, { filters })}
                  remove={t('engine:filter.remove')}
                >{`${one} ${eventName(t, one)}`}</Chip>
              </li>
            )
          })}
        </ul>
      ) : null}
    </search>
  )
}
