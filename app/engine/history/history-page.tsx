import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Field, Select } from '../../ui/field'
import { EmptyState, PageHeader } from '../../ui/page'
import { historySpec } from './history'
import type { HistoryData } from './history.server'
import { hrefOf, isFiltered, writeListQuery } from '../address/list-query'
import { AuditEntries, auditWord } from './audit-trail'
import { FailureNote } from '../components/failure-note'
import { Notices } from '../components/list-notes'
import { Pager } from '../components/pager'
import { PeriodLine, PeriodPicker } from '../period/period-picker'
import { hasPages } from '../definition/record-tabs'
import type { Resource } from '../definition/resource'

/** All that happened to one record, by period and by kind of change. Its address is its state, as a list's is. */
export function HistoryPage({ resource, data }: { resource: Resource; data: HistoryData }) {
  const { t, format } = useShell()
  const { query, answer, row, range, points, notices, failure, title } = data
  const path = `${resource.path}/${row._id}/history`
  const at = (change: Parameters<typeof hrefOf>[3]) => hrefOf(path, query, historySpec, change)
  const here = at({ page: query.page })
  const narrowed = isFiltered(query) || query.period !== undefined
  return (
    <>
      <PageHeader
        title={title}
        total={answer ? format.count(answer.total, answer.capped) : undefined}
        age={
          answer ? (
            <span title={format.exact(answer.as_of)}>
              {t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}
            </span>
          ) : undefined
        }
        commands={
          hasPages(resource) ? undefined : (
            <LinkButton href={`${resource.path}/${row._id}`}>{t('engine:audit.record')}</LinkButton>
          )
        }
      />
      <Notices notices={notices} />
      <search className="no-print">
        <form method="get" action={path} className="mb-2 flex flex-wrap items-end gap-2">
          <PeriodPicker period={query.period ?? null} range={range} points={points} />
          <Field id="action" label={t('engine:audit.action')} className="w-48">
            <Select
              id="action"
              name="action"
              defaultValue={query.filters.action?.[0] ?? ''}
              blank={t('engine:filter.any')}
              options={actionsOf(resource).map(value => ({ value, label: auditWord(t, resource, value) }))}
            />
          </Field>
          {[...writeListQuery({ ...query, page: 1, filters: {}, period: undefined }, historySpec)].map(
            ([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
          <Button icon="filter">{t('engine:filter.apply')}</Button>
          {narrowed ? (
            <LinkButton tone="quiet" href={path}>
              {t('engine:filter.reset')}
            </LinkButton>
          ) : null}
        </form>
      </search>
      {query.period && range ? (
        <PeriodLine
          period={query.period}
          range={range}
          pinned={query.period.kind === 'relative' ? at({ period: { kind: 'fixed', ...range } }) : null}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer?.entries.length === 0 ? (
        <EmptyState
          title={t(narrowed ? 'engine:audit.no_match' : 'engine:audit.none')}
          action={narrowed ? <LinkButton href={path}>{t('engine:filter.reset')}</LinkButton> : undefined}
        />
      ) : null}
      {answer && answer.entries.length > 0 ? (
        <>
          <AuditEntries resource={resource} row={row} entries={answer.entries} />
          <Pager
            page={query.page}
            rowsPerPage={query.rowsPerPage}
            total={answer.total}
            capped={answer.capped}
            shown={answer.entries.length}
            href={page => at({ page })}
            sizeAction={here}
          />
        </>
      ) : null}
    </>
  )
}

const actionsOf = ({ contract, actions }: Resource): string[] => [
  ...(contract.permissions.create ? ['create'] : []),
  ...(contract.permissions.update ? ['update', 'revert'] : []),
  ...actions.map(action => action.name),
]
