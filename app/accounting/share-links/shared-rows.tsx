/** Rows of a list as a share link shows them: of when they are, what the list was narrowed by, and each row whole. */
import { useShell } from '../../console/shell-context'
import type { Options } from '../../engine/fields/field'
import { Facts } from '../../ui/facts'
import { DataTable } from '../../ui/table'
import { listOf, queryOf } from '../../workflow/exports/export'
import { FilterWords, periodFact } from '../../workflow/exports/filter-words'
import type { ListShown } from './shared-list.server'

export function SharedRows({ list, expiresAt }: { list: ListShown; expiresAt: number }) {
  const { title, head, rows, as_of: asOf, time_zone: zone } = list
  const { t, format } = useShell()
  return (
    <>
      <p className="prose-width mb-2">{t('shared:frozen', { time: format.exact(asOf), zone })}</p>
      <p className="no-print mb-2">{t('shared:until', { time: format.exact(expiresAt) })}</p>
      <Narrowing list={list} />
      <DataTable
        caption={title}
        columns={head.map(({ label, numeric }, at) => ({ key: String(at), label, numeric }))}
        rows={rows.map((cells, at) => ({ key: String(at), cells }))}
        wholeRows
      />
    </>
  )
}

function Narrowing({ list: { page, address, time_zone, names } }: { list: ListShown }) {
  const shell = useShell()
  const list = listOf({ page })
  if (!list) return null
  const query = queryOf(list, { address, time_zone })
  const named: Options = {
    list: Object.entries(names).map(([value, label]) => ({ value, label })),
    searchable: false,
    find: '',
  }
  const options = Object.fromEntries(list.lookups(query).map(({ field }) => [field, named]))
  return (
    <Facts
      items={[
        {
          key: 'filters',
          label: shell.t('exports:fields.filters'),
          value: <FilterWords list={list} query={query} options={options} />,
          wide: true,
        },
        ...periodFact(list, query, shell),
      ]}
    />
  )
}
