/**
 * `/slots-import/<id>/fix`: a page of the rows that are wrong, with inputs for the cells that are. Saving checks them
 * anew.
 */
import { data, redirect } from '@remix-run/node'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { failureOf, type Failure } from '../../engine/data/failure.server'
import { Notices } from '../../engine/components/list-notes'
import { unusedOf } from '../../engine/address/notice'
import { pageInReach } from '../../engine/data/paging.server'
import { FailureNote } from '../../engine/components/failure-note'
import { Pager } from '../../engine/components/pager'
import { intentIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { FormActions } from '../../ui/field'
import { EmptyState, PageHeader } from '../../ui/page'
import { FixRow } from './fix-row'
import { mendAll, readFixes, typedCells } from './fix.server'
import { importPaths, mayImport, type Import, type ImportRow } from './importer'
import { importOf, wrongRows } from './importer.server'

/** As many as a person mends before saving. */
const ROWS = 20

const isPage = (text: string) => /^[1-9]\d{0,4}$/.test(text)
const pageOf = ({ searchParams }: URL) => {
  const text = searchParams.get('page') ?? ''
  return isPage(text) ? Number(text) : 1
}
const fixPath = ({ entity, _id }: Pick<Import, 'entity' | '_id'>, page: number) =>
  `${importPaths[entity]}/${_id}/fix${page > 1 ? `?page=${page}` : ''}`

export const loader = guarded(mayImport, async ctx => {
  const found = await importOf(ctx)
  // Whoever saves the last mistake of the last page goes on to another page, not to an error about a missing one.
  const {
    query: { page },
    answer,
  } = await pageInReach({ page: pageOf(ctx.url), rowsPerPage: ROWS }, [], one =>
    wrongRows(ctx, found._id, one.page, ROWS),
  )
  return {
    title: ctx.t('imports:fix.title'),
    crumbs: { [found._id]: found.file_name },
    found,
    page,
    answer,
    notices: unusedOf(ctx.url.searchParams, { page: isPage }),
  }
})

interface Answered {
  typed: Record<string, string>
  failure: Failure
}

export const action = guarded(
  mayImport,
  async ctx => {
    intentIn(ctx.form, ['save'])
    const found = await importOf(ctx)
    const { form, t, toast, url } = ctx
    try {
      const { mended, left, import: after } = await mendAll(ctx, found, readFixes(form))
      const there =
        after.counts.error === 0 ? `${importPaths[found.entity]}/${found._id}` : fixPath(found, pageOf(url))
      const words = t('imports:fix.done', { count: mended })
      await toast(
        after.counts.error === 0 ? 'good' : 'warn',
        `${words} ${after.counts.error === 0 ? t('imports:fix.all_good') : t('imports:fix.left', { count: after.counts.error })}${left ? ` ${t('imports:fix.more')}` : ''}`,
      )
      return redirect(there, 303)
    } catch (error) {
      const failure = failureOf(error)
      return data<Answered>({ typed: typedCells(form), failure }, { status: failure.status })
    }
  },
  { keepsAnswer: true },
)

export default function FixPage() {
  const { title, found, page, answer, notices } = useLoaded<typeof loader>()
  const answered = useAnswer<Answered>()
  const { t } = useShell()
  const back = `${importPaths[found.entity]}/${found._id}`
  // Other pages may have such rows, which are not known here, so the choice is offered.
  const isWrong = (row: ImportRow, column: string, value: string) =>
    (row.values[column] ?? '') === value && row.problems.some(problem => problem.column === column)
  const repeats = (column: string, value: string) =>
    answer.total > ROWS || answer.rows.filter(row => isWrong(row, column, value)).length > 1
  return (
    <>
      <PageHeader
        title={title}
        total={t('imports:fix.total', { count: answer.total })}
        commands={<LinkButton href={back}>{t('imports:back')}</LinkButton>}
      />
      <Notices notices={notices} />
      {answered ? (
        <FailureNote method="POST" failure={answered.failure} retry={fixPath(found, page)} />
      ) : null}
      {!found.can.fix ? (
        <Alert tone="warn" title={t('imports:not_now')} />
      ) : answer.rows.length === 0 ? (
        <EmptyState
          title={t('imports:fix.none')}
          action={
            <LinkButton tone="primary" href={back}>
              {t('imports:back')}
            </LinkButton>
          }
        />
      ) : (
        <>
          <p className="prose-width mb-2">{t('imports:fix.hint')}</p>
          <form method="post" action={fixPath(found, page)} className="fix-rows">
            {answer.rows.map(row => (
              <FixRow
                key={row.line}
                entity={found.entity}
                row={row}
                typed={answered?.typed}
                repeats={repeats}
              />
            ))}
            <FormActions>
              <Button tone="primary" name="intent" value="save">
                {t('imports:fix.save')}
              </Button>
              <LinkButton href={back}>{t('imports:back')}</LinkButton>
            </FormActions>
          </form>
          <Pager
            page={page}
            rowsPerPage={ROWS}
            total={answer.total}
            shown={answer.rows.length}
            href={to => fixPath(found, to)}
          />
        </>
      )}
    </>
  )
}
