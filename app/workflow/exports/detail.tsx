/** One export: its progress live, then its file; without JavaScript the link asks again. */
import { redirect } from '@remix-run/node'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { MOST_SHARED_ROWS } from '../../../backend/accounting/share-links/share-links.contract'
import { RETENTION_DAYS } from '../../../backend/workflow/exports/exports.contract'
import { ApiError } from '../../api/api-error'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { when } from '../../console/when'
import { failed, type Failure } from '../../engine/data/failure.server'
import { FailureNote } from '../../engine/components/failure-note'
import { FileLinks } from '../../engine/export/file-links'
import { idOf } from '../../engine/data/resource-at.server'
import { TaskProgress } from '../../islands/task-progress'
import { intentIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import {
  EXPORTS,
  exportsContract,
  isOpen,
  languageName,
  listOf,
  listTitle,
  queryOf,
  sizeOf,
  stateMarks,
  type DataExport,
} from './export'
import { chosenOptions, withOwnFields } from './exportable.server'
import type { Exportable } from './exportable-list'
import { FilterWords, periodFact } from './filter-words'
import { ShareButton } from './share-button'

export const loader = guarded(exportsContract.permissions.read, async ctx => {
  const found = await ctx.api(exportsContract).get(idOf(ctx.params))
  const plain = listOf(found)
  const list = plain && (await withOwnFields(ctx, plain))
  const options = list ? await chosenOptions(ctx, list, queryOf(list, found)) : {}
  return {
    title: ctx.t('exports:one', { list: listTitle(ctx.t, found) }),
    found,
    custom: list?.resource.custom,
    options,
  }
})

/** Stops it. Pressed twice or too late, the page simply shows its state. */
export const action = guarded(
  { all: ['data_export::create', 'slot::get'] },
  async ({ api, form, params, t, toast }) => {
    intentIn(form, ['cancel'])
    const id = idOf(params)
    try {
      await api.call('POST', `/api/dataexport/v1/export/${id}/cancel`, { body: {}, schema: z.unknown() })
      await toast('good', t('exports:cancel.done'))
      return redirect(`${EXPORTS}/${id}`, 303)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'export_over') return redirect(`${EXPORTS}/${id}`, 303)
      return failed(error)
    }
  },
  { keepsAnswer: true },
)

export default function ExportPage() {
  const { title, found, custom } = useLoaded<typeof loader>()
  const answered = useAnswer<{ failure: Failure }>()
  const { t, locale, can } = useShell()
  const here = `${EXPORTS}/${found._id}`
  const list = listOf(found, custom)
  const again =
    list && can({ all: [list.permission, 'data_export::create'] })
      ? list.href(queryOf(list, found), '/export')
      : null
  return (
    <>
      <PageHeader
        title={title}
        status={<Status mark={stateMarks[found.state]}>{t(`exports:state.${found.state}`)}</Status>}
        commands={
          <>
            {found.state === 'done' && list ? (
              <FileLinks
                tone="primary"
                href={`${here}/file.csv`}
                label={t('exports:download')}
                more={[
                  { href: `${here}/file.xlsx`, label: t('exports:workbook') },
                  { href: `${here}/file.parquet`, label: t('exports:parquet') },
                ]}
              />
            ) : null}
            {list && isShareable(found, list) ? <ShareButton kind="list" document={here} /> : null}
            {isOpen(found) ? (
              <LinkButton href={here} icon="refresh">
                {t('exports:refresh')}
              </LinkButton>
            ) : null}
            {!isOpen(found) && again ? <LinkButton href={again}>{t('exports:again')}</LinkButton> : null}
            {isOpen(found) && can('data_export::create') ? (
              <form method="post">
                <Button tone="danger" name="intent" value="cancel">
                  {t('exports:cancel.button')}
                </Button>
              </form>
            ) : null}
          </>
        }
      />
      {answered ? <FailureNote method="POST" failure={answered.failure} retry={here} /> : null}
      {found.state === 'expired' ? (
        <Alert tone="warn" className="mb-2" title={t('exports:expired', { count: RETENTION_DAYS })} />
      ) : null}
      {found.state === 'failed' ? (
        <Alert tone="bad" className="mb-2" title={t('exports:failed')}>
          {found.error ? <code>{found.error}</code> : null}
        </Alert>
      ) : null}
      {found.state === 'cancelled' ? (
        <Alert tone="muted" className="mb-2" title={t('exports:cancelled')} />
      ) : null}
      {found.state === 'done' && list?.resource.stream ? (
        <p className="prose-width mb-2">{t('exports:later')}</p>
      ) : null}
      {isOpen(found) ? (
        <Section title={t('exports:progress')}>
          <TaskProgress
            t={t}
            locale={locale}
            reload="state"
            task={{ id: found.task, state: found.state, progress: found.progress, note: found.progress_note }}
            label={title}
          />
        </Section>
      ) : null}
      <ExportFacts />
    </>
  )
}

/** One's own rows of a tenant, as many as a link shows; what else it refuses, it says why. */
const isShareable = ({ state, own, tenant, rows }: DataExport, { resource }: Exportable) =>
  state === 'done' &&
  own &&
  tenant !== null &&
  (rows ?? 0) <= MOST_SHARED_ROWS &&
  resource.contract.confidential !== 'all'

function ExportFacts() {
  const { found, custom, options } = useLoaded<typeof loader>()
  const shell = useShell()
  const { t, format } = shell
  const list = listOf(found, custom)
  const fact = (key: string, value: ReactNode, wide = false) => ({
    key,
    label: t(`exports:fields.${key}`),
    value,
    wide,
  })
  const query = list && queryOf(list, found)
  return (
    <Section title={t('exports:facts')}>
      <Facts
        items={[
          fact(
            'page',
            list && query ? (
              <a className="link" href={list.href(query)}>
                {listTitle(t, found)}
              </a>
            ) : (
              found.page
            ),
          ),
          fact(
            'rows',
            found.rows === null
              ? t('exports:about', { rows: format.number(found.expected_rows) })
              : format.number(found.rows),
          ),
          fact('bytes', found.bytes === null ? '–' : sizeOf(found.bytes, format.number)),
          fact('as_of', when(found.as_of, { format })),
          fact('finished_at', when(found.finished_at, { format })),
          fact('expires_at', when(found.expires_at, { format })),
          ...(list && query
            ? [
                fact('filters', <FilterWords list={list} query={query} options={options} />, true),
                ...periodFact(list, query, shell),
                fact('columns', list.labels(t, found.columns, found.shown).join(', '), true),
              ]
            : []),
          fact('created_by', found.created_by),
          fact('created_at', when(found.created_at, { format })),
          fact('tenant', found.tenant?.name ?? t('tasks:system')),
          fact('language', languageName(found)),
          fact('time_zone', found.time_zone),
        ]}
      />
    </Section>
  )
}
