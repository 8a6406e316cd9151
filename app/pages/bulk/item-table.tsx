import { bulkResult, skipReason, type BulkItem } from '../../../backend/bulk/bulk.contract'
import { useShell } from '../../console/shell-context'
import { when } from '../../console/when'
import { hrefOf } from '../../engine/list/list-query'
import { Pager } from '../../engine/list/pager'
import { resourcePaths } from '../../resources/names'
import { EmptyState } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { BULK, itemSpec, resultMarks, whyOf } from '../../resources/bulk/job'
import type { JobData } from './job.server'

/** Slot by slot, narrowed by result or by the reason of being left out. */
export function ItemTable({ page, caption }: { page: JobData; caption: string }) {
  const { t, format } = useShell()
  const { job, items, query } = page
  const path = `${BULK}/${job._id}`
  const isPreview = job.state === 'previewed'
  const columns = [
    { key: 'slot', label: t('bulk:fields.slot'), mono: true },
    { key: 'result', label: t('bulk:fields.result'), rank: 2 as const },
    { key: 'location', label: t('bulk:fields.location'), rank: 3 as const },
    { key: 'credits', label: t('bulk:fields.credits'), numeric: true },
    { key: 'seen', label: t('bulk:fields.last_seen_at') },
    ...(isPreview
      ? []
      : [
          { key: 'changed', label: t('bulk:fields.changed_at') },
          { key: 'answered', label: t('bulk:fields.answered_at') },
        ]),
  ]
  const rows = items.rows.map(item => ({
    key: item.slot._id,
    cells: [
      <a key="slot" href={`${resourcePaths.slots}/${item.slot._id}`}>
        {item.slot.name}
      </a>,
      <Result key="result" item={item} isPreview={isPreview} />,
      item.location.name,
      item.credits === null ? '–' : format.number(item.credits),
      when(item.last_seen_at, { format }),
      ...(isPreview ? [] : [when(item.changed_at, { format }), when(item.answered_at, { format })]),
    ],
  }))
  return (
    <>
      <Narrow page={page} />
      {rows.length === 0 ? (
        <EmptyState title={t('bulk:none_such')} />
      ) : (
        <>
          <DataTable caption={caption} columns={columns} rows={rows} />
          <Pager
            page={query.page}
            rowsPerPage={query.rowsPerPage}
            total={items.total}
            shown={rows.length}
            href={to => hrefOf(path, query, itemSpec, { page: to })}
            sizeAction={hrefOf(path, query, itemSpec)}
          />
        </>
      )}
    </>
  )
}

function Result({ item, isPreview }: { item: BulkItem; isPreview: boolean }) {
  const { t } = useShell()
  const word = t(`bulk:result.${isPreview && item.result === 'waiting' ? 'will_change' : item.result}`)
  const why = whyOf(t, item)
  return (
    <>
      <Status mark={isPreview && item.result === 'waiting' ? 'info' : resultMarks[item.result]}>
        {word}
      </Status>
      {why ? `: ${why}` : null}
    </>
  )
}

/** How many of each; every number is a link to exactly those. */
function Narrow({ page: { job, summary, query } }: { page: JobData }) {
  const { t, format } = useShell()
  const path = `${BULK}/${job._id}`
  const isPreview = job.state === 'previewed'
  const shown = query.filters.reason?.[0] ?? query.filters.show?.[0]
  const link = (key: string, label: string, count: number, filters: Record<string, string[]>) => (
    <li key={key}>
      <a
        className="link"
        href={hrefOf(path, { ...query, filters }, itemSpec)}
        aria-current={shown === (key === 'all' ? undefined : key) ? 'page' : undefined}
      >
        {label}
      </a>{' '}
      {format.number(count)}
    </li>
  )
  return (
    <ul
      className="mb-2 flex flex-wrap gap-x-4 gap-y-1 [&_[aria-current]]:font-bold"
      aria-label={t('bulk:narrow')}
    >
      {link('all', t('bulk:all'), job.total, {})}
      {bulkResult.options.flatMap(name => {
        const count = summary.results[name] ?? 0
        return count > 0
          ? [
              link(name, t(`bulk:result.${isPreview && name === 'waiting' ? 'will_change' : name}`), count, {
                show: [name],
              }),
            ]
          : []
      })}
      {skipReason.options.flatMap(name => {
        const count = summary.reasons[name] ?? 0
        return count > 0
          ? [link(name, t(`bulk:skipped.${name}`), count, { show: ['skipped'], reason: [name] })]
          : []
      })}
    </ul>
  )
}
