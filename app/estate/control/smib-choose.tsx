/** Which SMIB: by part of its address, or from the list. */
import { smibsContract } from '../../../backend/estate/smibs/smibs.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { when } from '../../console/when'
import { attempt } from '../../engine/data/failure.server'
import { hrefOf, readListQuery, toRequest } from '../../engine/address/list-query'
import { FailureNote } from '../../engine/components/failure-note'
import { Notices } from '../../engine/components/list-notes'
import { Pager } from '../../engine/components/pager'
import { listHeaders, pageInReach, pageOrFailure } from '../../engine/data/paging.server'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { Field, Input } from '../../ui/field'
import { EmptyState, PageHeader } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { SmibState } from './slot'
import { SMIB_CONTROL } from './smib-steps'
import type { ListSpec } from '../../engine/address/list-spec'

const spec: ListSpec = { sort: 'mac', sortKeys: smibsContract.sort, filters: [], accepts: () => false }

export const loader = guarded('smib::list', async ({ url, api, t, timeZone }) => {
  const { query, notices } = readListQuery(url.searchParams, spec, timeZone)
  const { value, failure } = await attempt(
    pageInReach(query, notices, one =>
      api(smibsContract).list(toRequest(one, spec, (_, text) => text, Date.now(), timeZone)),
    ),
  )
  return pageOrFailure({
    title: t('smib-control:choose.title'),
    query: value?.query ?? query,
    notices,
    rows: value?.answer.rows ?? [],
    total: value?.answer.total ?? 0,
    failure: failure ?? null,
  })
})

export const headers = listHeaders

export default function ChooseSmib() {
  const { title, query, notices, rows, total, failure } = useLoaded<typeof loader>()
  const shell = useShell()
  const { t, format } = shell
  const columns = (['mac', 'location', 'slot', 'state', 'last_seen_at'] as const).map((key, index) => ({
    key,
    label: t(`smibs:fields.${key}`),
    mono: key === 'mac',
    rank: ([1, undefined, 2, 3, undefined] as const)[index],
  }))
  return (
    <>
      <PageHeader
        title={title}
        total={failure ? undefined : format.count(total)}
        commands={<LinkButton href={resourcePaths.smibs}>{t('smib-control:choose.list')}</LinkButton>}
      />
      <Notices notices={notices} />
      <search>
        <form method="get" action={SMIB_CONTROL} className="mb-2 flex flex-wrap items-end gap-2">
          <Field id="query" label={t('smib-control:choose.find')} className="w-72 max-sm:grow">
            <Input
              id="query"
              name="query"
              type="search"
              defaultValue={query.query}
              maxLength={200}
              autoComplete="off"
            />
          </Field>
          <Button icon="search">{t('smib-control:choose.search')}</Button>
        </form>
      </search>
      {failure ? (
        <FailureNote failure={failure} retry={hrefOf(SMIB_CONTROL, query, spec, { page: query.page })} />
      ) : null}
      {!failure && rows.length === 0 ? (
        <EmptyState title={t(query.query ? 'smib-control:choose.none_found' : 'smibs:empty')} />
      ) : null}
      {rows.length > 0 ? (
        <>
          <DataTable
            caption={title}
            columns={columns}
            rows={rows.map(smib => ({
              key: smib._id,
              cells: [
                <a key="mac" href={`${SMIB_CONTROL}/${smib._id}`}>
                  {smib.mac}
                </a>,
                smib.location.name,
                smib.slot?.name ?? '–',
                <SmibState key="state" state={smib.state} />,
                when(smib.last_seen_at, shell),
              ],
            }))}
          />
          <Pager
            page={query.page}
            rowsPerPage={query.rowsPerPage}
            total={total}
            shown={rows.length}
            href={page => hrefOf(SMIB_CONTROL, query, spec, { page })}
          />
        </>
      ) : null}
    </>
  )
}
