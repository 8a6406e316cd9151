/** `/slots/export`: a file of the whole list, made in the background. GET says what will be in it, POST orders it. */
import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import type { ReactNode } from 'react'
import {
  MOST_SHARED_ROWS,
  shareLinksContract,
} from '../../../backend/accounting/share-links/share-links.contract'
import { DIRECT_ROWS } from '../../../backend/platform/contract/list'
import { SYSTEM_TENANT } from '../../../backend/platform/contract/primitives'
import {
  EXPECTED_PATH,
  expectedAnswer,
  RETENTION_DAYS,
} from '../../../backend/workflow/exports/exports.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { attempt, failed, type Failure } from '../../engine/data/failure.server'
import { writeListQuery } from '../../engine/address/list-query'
import { FailureNote } from '../../engine/components/failure-note'
import { FileLinks } from '../../engine/export/file-links'
import { Notices } from '../../engine/components/list-notes'
import { localeNames } from '../../i18n/locales'
import { demandKeyed, keyIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { FormActions } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { EXPORTS, exportsContract, listOf } from './export'
import { chosenOptions, exportableAt, orderAt, withOwnFields } from './exportable.server'
import { FilterWords, periodFact } from './filter-words'
import type { Exportable } from './exportable-list'

const needs = (args: { url: URL }) =>
  ({ all: [exportableAt(args).permission, 'data_export::create', 'slot::get'] }) as const

export const loader = guarded(needs, async ctx => {
  const list = await withOwnFields(ctx, exportableAt(ctx), { demanded: true })
  const { query, notices, fields, shown, crumbs, request } = await orderAt(ctx, list)
  const [counted, options] = await Promise.all([
    attempt(
      ctx.api.call('POST', EXPECTED_PATH, {
        body: { list: list.list, request },
        write: false,
        schema: expectedAnswer,
      }),
    ),
    chosenOptions(ctx, list, query),
  ])
  return {
    name: list.name,
    custom: list.resource.custom,
    title: ctx.t('exports:order.title', { list: list.title(ctx.t) }),
    crumbs,
    query,
    notices,
    options,
    fields,
    shown,
    expected: counted.value ?? null,
    failure: counted.failure ?? null,
    key: randomUUID(),
  }
})

export const action = guarded(
  needs,
  async ctx => {
    demandKeyed(ctx.form)
    const list = await withOwnFields(ctx, exportableAt(ctx), { demanded: true })
    const { form, locale, timeZone, api, t, toast } = ctx
    const { query, fields, shown, request } = await orderAt(ctx, list)
    try {
      const { _id } = await api(exportsContract).create(
        {
          list: list.list,
          page: list.name,
          address: writeListQuery(query, list.spec).toString(),
          request,
          columns: fields,
          ...(shown && { shown }),
          language: locale,
          time_zone: timeZone,
        },
        { idempotencyKey: keyIn(form) },
      )
      await toast('good', t('exports:order.done'))
      return redirect(`${EXPORTS}/${_id}`, 303)
    } catch (error) {
      return failed(error)
    }
  },
  { keepsAnswer: 'each' },
)

export default function OrderPage() {
  const { custom, name, title, query, notices, options, fields, shown, expected, failure, key } =
    useLoaded<typeof loader>()
  const answered = useAnswer<{ failure: Failure }>()
  const shell = useShell()
  const { t, locale, timeZone, format, can } = shell
  const list = listOf({ page: name }, custom) as Exportable
  const here = list.href(query, '/export')
  const total = expected?.total ?? null
  const { create } = shareLinksContract.permissions
  const isShareable = create && can(create) && list.resource.contract.confidential !== 'all'
  /** What this list's file can be shown to others by, or why not: the menu of the list leads here for it. */
  const sharing = (rows: number) => {
    if (shell.user?.tenantId === SYSTEM_TENANT) return t('exports:order.share_tenant')
    return rows > MOST_SHARED_ROWS
      ? t('exports:order.share_limit', { limit: format.number(MOST_SHARED_ROWS) })
      : t('exports:order.shareable')
  }
  const fact = (key: string, value: ReactNode, wide = false) => ({
    key,
    label: t(`exports:fields.${key}`),
    value,
    wide,
  })
  return (
    <>
      <PageHeader title={title} commands={<LinkButton href={`${EXPORTS}`}>{t('exports:all')}</LinkButton>} />
      {answered ? <FailureNote method="POST" failure={answered.failure} retry={here} /> : null}
      <Notices notices={notices} />
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {expected && expected.total > expected.limit ? (
        <Alert tone="warn" title={t('exports:order.too_many', { limit: format.number(expected.limit) })} />
      ) : null}
      <p className="prose-width mb-3">
        {t('exports:order.effect', { count: RETENTION_DAYS })}{' '}
        {total !== null && total > DIRECT_ROWS
          ? t('exports:order.too_long', { limit: format.number(DIRECT_ROWS) })
          : null}{' '}
        {isShareable && total !== null ? sharing(total) : null}
      </p>
      <Facts
        items={[
          fact('filters', <FilterWords list={list} query={query} options={options} />, true),
          ...periodFact(list, query, shell),
          fact('columns', list.labels(t, fields, shown).join(', '), true),
          ...(expected ? [fact('expected_rows', format.count(expected.total, expected.capped))] : []),
          fact('language', localeNames[locale]),
          fact('time_zone', timeZone),
        ]}
      />
      <form method="post" action={here} className="form">
        <input type="hidden" name="idempotency_key" value={key} />
        <FormActions>
          <Button tone="primary">{t('exports:order.button')}</Button>
          {total !== null && total <= DIRECT_ROWS ? (
            <FileLinks href={list.href(query, '/export.csv')} label={t('exports:order.direct')} />
          ) : null}
          <LinkButton href={list.href(query)}>{t('exports:order.back')}</LinkButton>
        </FormActions>
      </form>
    </>
  )
}
