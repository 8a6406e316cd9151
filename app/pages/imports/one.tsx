/** `/slots-import/<id>`: what was found in a file, what became of each row, and what can be done next. */
import { useLoaderData } from '@remix-run/react'
import { useShell } from '../../console/shell-context'
import { CountLinks } from '../../engine/list/count-links'
import { ListCommands } from '../../engine/list/list-commands'
import { ListBody } from '../../engine/list/list-page'
import { hrefOf } from '../../engine/list/list-query'
import { loadList, type ListData } from '../../engine/list/list.server'
import { choosePageSize } from '../../engine/list/paging.server'
import { resourceAt } from '../../engine/resource-at.server'
import { rowStates } from '../../resources/imports/import-row'
import { resourceOf } from '../../resources/index'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { ImportSummary } from './import-summary'
import { importing, importPaths, isWorking, mayImport, stateMarks, type Import } from './importer'
import { importOf } from './importer.server'

interface Loaded {
  title: string
  found: Import
  list: ListData
}

export const loader = guarded(mayImport, async ctx => {
  const found = await importOf(ctx)
  return { title: found.file_name, found, list: await loadList(ctx, resourceAt(ctx)) } satisfies Loaded
})

export const action = guarded(mayImport, ctx => choosePageSize(ctx, resourceAt(ctx).list))

export default function ImportPage() {
  const { title, found, list } = useLoaderData() as Loaded
  const { t } = useShell()
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={stateMarks[found.state]}>{t(`imports:state.${found.state}`)}</Status>}
        commands={<Commands found={found} />}
      />
      <ImportSummary found={found} />
      {found.rows > 0 &&
      found.state !== 'discarded' &&
      found.rows_removed_at === null &&
      (found.state !== 'checking' || (list.answer?.total ?? 0) > 0) ? (
        <Rows found={found} list={list} />
      ) : null}
    </>
  )
}

/** What became of each row, narrowed by its state. */
function Rows({ found: { counts, rows }, list }: Pick<Loaded, 'found' | 'list'>) {
  const { t } = useShell()
  const { query, path } = list
  const resource = resourceOf(list)
  const { state: shown = [], ...others } = query.filters
  const to = (filters: typeof query.filters) => hrefOf(path, query, resource.list, { filters })
  return (
    <Section
      title={t('import-rows:title')}
      more={
        <div className="flex gap-2">
          <ListCommands resource={resource} query={query} />
        </div>
      }
    >
      <CountLinks
        label={t('imports:row_filter')}
        links={[
          {
            key: 'all',
            label: t('imports:all_rows'),
            count: rows,
            href: to(others),
            current: shown.length === 0,
          },
          ...rowStates
            .filter(one => counts[one] > 0 || shown.includes(one))
            .map(one => ({
              key: one,
              label: t(`import-rows:state.${one}`),
              count: counts[one],
              href: to({ ...others, state: [one] }),
              current: shown.length === 1 && shown[0] === one,
            })),
        ]}
      />
      <ListBody resource={resource} data={list} below />
    </Section>
  )
}

/** The next step first, harm last. */
function Commands({ found }: { found: Import }) {
  const { t, can } = useShell()
  const here = `${importPaths[found.entity]}/${found._id}`
  const { can: may, counts } = found
  if (!can(importing(found.entity))) return null
  const hasRows = found.rows > 0 && found.rows_removed_at === null
  const showsMending = may.fix && counts.error > 0
  return (
    <>
      {may.commit && counts.ok > 0 ? (
        <LinkButton tone="primary" href={`${here}/commit`}>
          {t('imports:commit.open', { count: counts.ok })}
        </LinkButton>
      ) : null}
      {showsMending ? (
        <LinkButton tone={counts.ok > 0 ? 'neutral' : 'primary'} icon="edit" href={`${here}/fix`}>
          {t('imports:fix.open', { count: counts.error })}
        </LinkButton>
      ) : null}
      {may.resume ? (
        <LinkButton tone="primary" href={`${here}/resume`}>
          {t('imports:resume.button')}
        </LinkButton>
      ) : null}
      {isWorking(found) ? (
        <LinkButton href={here} icon="refresh">
          {t('imports:refresh')}
        </LinkButton>
      ) : null}
      {may.cancel ? <LinkButton href={`${here}/cancel`}>{t('imports:cancel.button')}</LinkButton> : null}
      <Menu label={t('engine:more')} icon="more" align="end">
        {hasRows && counts.error > 0 ? (
          <MenuLink href={`${here}/export.csv?state=error`} icon="download">
            {t('imports:errors_csv')}
          </MenuLink>
        ) : null}
        <MenuLink href={importPaths[found.entity]} icon="upload">
          {t('imports:another')}
        </MenuLink>
        {may.undo ? (
          <MenuLink href={`${here}/undo`} danger>
            {t('imports:undo.button')}
          </MenuLink>
        ) : null}
        {may.discard ? (
          <MenuLink href={`${here}/discard`} danger>
            {t('imports:discard.button')}
          </MenuLink>
        ) : null}
      </Menu>
    </>
  )
}
