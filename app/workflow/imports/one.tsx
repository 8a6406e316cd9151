/** `/slots-import/<id>`: what was found in a file, what became of each row, and what can be done next. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import type { CreatedEntries, NamedEntry } from '../../../backend/workflow/imports/entries.contract'
import { ApiError } from '../../api/api-error'
import { useAnswer, useShell, useLoaded, type Loaded } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { attempt, failureOf, type Failure } from '../../engine/data/failure.server'
import { CountLinks } from '../../engine/components/count-links'
import { ListCommands } from '../../engine/list/list-commands'
import { ListBody } from '../../engine/list/list-page'
import { hrefOf } from '../../engine/address/list-query'
import { loadList } from '../../engine/data/list.server'
import { choosePageSize } from '../../engine/data/paging.server'
import { resourceAt } from '../../engine/data/resource-at.server'
import { kindText, rowStates } from './import-row'
import { resourceOf } from '../../engine/definition/registry'
import { keyIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { ImportSummary } from './import-summary'
import { importing, importPaths, isWorking, mayImport, stateMarks, type Import } from './importer'
import { chooseReading, createEntries, importOf, missingLists, problemKinds } from './importer.server'
import { tickedEntries } from './entries-form'
import { EntriesMade, MissingEntries } from './missing-entries'

export const loader = guarded(mayImport, async ctx => {
  const found = await importOf(ctx)
  const [list, { value: kinds = [], failure }] = await Promise.all([
    loadList(ctx, resourceAt(ctx)),
    attempt(problemKinds(ctx, found)),
  ])
  const missing = failure ? { failure } : await attempt(missingLists(ctx, found, kinds))
  return { title: found.file_name, found, list, kinds, missing, key: randomUUID() }
})

/** Why its letters could not be read as somebody said, or what became of names that were to be created. */
interface Answered {
  problem: string | null
  failure: Failure | null
  ticked?: NamedEntry[]
  made?: CreatedEntries
  /** Of the next press: after a lost answer the same one. */
  key?: string
}

export const action = guarded(
  mayImport,
  async ctx => {
    const { form, t } = ctx
    const encoding = form.get('encoding')
    const column = form.get('percents')
    const said =
      typeof encoding === 'string' ? { encoding } : typeof column === 'string' ? { column } : undefined
    const ticked = form.get('intent') === 'entries' ? tickedEntries(form) : undefined
    if (!said && !ticked) return choosePageSize(ctx, resourceAt(ctx).list)
    const found = await importOf(ctx)
    const answer = (status: number, more: Partial<Answered>) =>
      data<Answered>({ problem: null, failure: null, ...(ticked && { ticked }), ...more }, { status })
    if (ticked?.length === 0) return answer(422, { problem: t('imports:entries.none') })
    try {
      if (ticked) return answer(200, { made: await createEntries(ctx, found._id, ticked, keyIn(form)) })
      if (said) await chooseReading(ctx, found._id, said, keyIn(form))
      return redirect(`${importPaths[found.entity]}/${found._id}`, 303)
    } catch (error) {
      if (said && error instanceof ApiError && error.kind === 'problem' && error.status === 422)
        return answer(422, {
          problem: t([`imports:refusals.${error.code}`, 'imports:refusals.other'], error.details),
        })
      const failure = failureOf(error)
      return answer(failure.status, { failure, ...(failure.unknown && { key: keyIn(form) }) })
    }
  },
  { keepsAnswer: true },
)

export default function ImportPage() {
  const { title, found, list, kinds, missing, key } = useLoaded<typeof loader>()
  const answered = useAnswer<Answered>()
  const { t } = useShell()
  const formKey = answered?.key ?? key
  const here = `${importPaths[found.entity]}/${found._id}`
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={stateMarks[found.state]}>{t(`imports:state.${found.state}`)}</Status>}
        commands={<Commands found={found} />}
      />
      {answered?.failure ? <FailureNote method="POST" failure={answered.failure} retry={here} /> : null}
      {answered?.problem ? <Alert tone="bad" className="mb-2" title={answered.problem} /> : null}
      {answered?.made ? <EntriesMade made={answered.made} /> : null}
      <ImportSummary found={found} formKey={formKey} />
      {missing.failure ? (
        <FailureNote failure={missing.failure} retry={here} />
      ) : (
        <MissingEntries
          found={found}
          lists={missing.value}
          ticked={answered?.made ? undefined : answered?.ticked}
          formKey={formKey}
        />
      )}
      {found.rows > 0 &&
      found.state !== 'discarded' &&
      found.state !== 'unread' &&
      found.rows_removed_at === null &&
      (found.state !== 'checking' || (list.answer?.total ?? 0) > 0) ? (
        <Rows found={found} list={list} kinds={kinds} />
      ) : null}
    </>
  )
}

/** What became of each row, narrowed by its state or by a kind of mistake. */
function Rows({
  found: { counts, rows },
  list,
  kinds,
}: Omit<Loaded<typeof loader>, 'title' | 'missing' | 'key'>) {
  const { t } = useShell()
  const { query, path } = list
  const resource = resourceOf(list)
  const { state: shown = [], problem = [], column = [], ...others } = query.filters
  const ofKind = problem.length > 0 || column.length > 0
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
            current: shown.length === 0 && !ofKind,
          },
          ...rowStates
            .filter(one => counts[one] > 0 || shown.includes(one))
            .map(one => ({
              key: one,
              label: t(`import-rows:state.${one}`),
              count: counts[one],
              href: to({ ...others, state: [one] }),
              current: shown.length === 1 && shown[0] === one && !ofKind,
            })),
        ]}
      />
      {kinds.length > 0 ? (
        <CountLinks
          label={t('imports:problem_filter')}
          links={kinds.map(kind => ({
            key: `${kind.code} ${kind.column ?? ''}`,
            label: kindText(t, kind),
            count: kind.rows,
            href: to({ ...others, problem: [kind.code], ...(kind.column && { column: [kind.column] }) }),
            current: problem[0] === kind.code && column[0] === (kind.column ?? undefined),
          }))}
        />
      ) : null}
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
