/** `/slots/export`: a file of the whole list, made in the background. GET says what will be in it, POST orders it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { DIRECT_ROWS } from '../../../backend/contract/list'
import { KEPT_DAYS, MAX_EXPORT_ROWS } from '../../../backend/exports/exports.contract'
import { useShell } from '../../console/shell-context'
import { columnsOf } from '../../engine/columns.server'
import { attempt, failureOf, type Failure } from '../../engine/failure.server'
import type { Options } from '../../engine/fields/field'
import { hrefOf, readListQuery, writeListQuery, type ListQuery } from '../../engine/list-query'
import { requestFor } from '../../engine/list.server'
import { FailureNote } from '../../engine/parts/failure-note'
import { rangeOf } from '../../engine/period'
import { resourceAt } from '../../engine/resource-at.server'
import { localeNames } from '../../i18n/locales'
import { resources } from '../../resources/index'
import type { ResourceName } from '../../resources/names'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { FormActions } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { columnLabels, EXPORTS, exportsContract } from './export'
import { FilterWords } from './filter-words'
import { chosenOptions } from './filters.server'

interface Loaded { name: ResourceName; title: string; query: ListQuery; options: Record<string, Options>; columns: string[]; total: number | null; failure: Failure | null; key: string }

const needs = (args: { url: URL }) => ({ all: [resourceAt(args).exportPermission, 'data_export::create', 'slot::get'] }) as const

export const loader = guarded(needs, async asked => {
  const resource = resourceAt(asked)
  const { query } = readListQuery(asked.url.searchParams, resource.list, asked.timeZone)
  const request = { ...requestFor(resource, query, asked.timeZone), page: 0, rowsPerPage: 1, fields: [] }
  const [counted, columns, options] = await Promise.all([attempt(asked.api(resource.contract).list(request)), columnsOf(asked, resource), chosenOptions(asked, resource, query)])
  return {
    name: resource.name, title: asked.t('exports:order.title', { list: asked.t(`${resource.name}:title`) }), query, options, columns,
    total: counted.value?.total ?? null, failure: counted.failure ?? null, key: randomUUID(),
  } satisfies Loaded
})

export const action = guarded(needs, async asked => {
  const resource = resourceAt(asked)
  const { form, url, locale, timeZone, api, t, toast } = asked
  const { query } = readListQuery(url.searchParams, resource.list, timeZone)
  const range = rangeOf(query, resource.list, Date.now(), timeZone)
  // "Today" will be another day when somebody looks at the file: the address is kept as it was meant.
  const meant: ListQuery = { ...query, page: 1, ...(range && { period: { kind: 'fixed', ...range } }) }
  const { rowsPerPage: _size, page: _page, fields: _fields, ...request } = requestFor(resource, meant, timeZone)
  const sent = String(form.get('idempotency_key') ?? '')
  try {
    const { _id } = await api(exportsContract).create({
      list: `${resource.contract.family}/${resource.contract.many}`, page: resource.name, address: writeListQuery(meant, resource.list).toString(),
      request, columns: await columnsOf(asked, resource), language: locale, time_zone: timeZone,
    }, { idempotencyKey: /^[0-9a-f-]{36}$/.test(sent) ? sent : randomUUID() })
    await toast('good', t('exports:order.done'))
    return redirect(`${EXPORTS}/${_id}`, 303)
  } catch (error) {
    const failure = failureOf(error)
    return data({ failure }, { status: failure.status })
  }
})

export default function OrderPage() {
  const { name, title, query, options, columns, total, failure, key } = useLoaderData() as Loaded
  const answered = useActionData() as { failure: Failure } | undefined
  const { t, locale, timeZone, format } = useShell()
  const resource = resources[name]
  const back = hrefOf(resource.path, query, resource.list)
  const search = writeListQuery({ ...query, page: 1 }, resource.list).toString()
  const withSearch = (path: string) => (search ? `${path}?${search}` : path)
  const fact = (key: string, value: ReactNode, wide = false) => ({ key, label: t(`exports:fields.${key}`), value, wide })
  return (
    <>
      <PageHeader title={title} commands={<LinkButton href={`${EXPORTS}`}>{t('exports:all')}</LinkButton>} />
      {answered ? <FailureNote failure={answered.failure} retry={withSearch(`${resource.path}/export`)} /> : null}
      {failure ? <FailureNote failure={failure} retry={withSearch(`${resource.path}/export`)} /> : null}
      {total !== null && total > MAX_EXPORT_ROWS ? <Alert tone="warn" title={t('exports:order.too_many', { limit: format.number(MAX_EXPORT_ROWS) })} /> : null}
      <p className="prose-width mb-3">{t('exports:order.effect', { count: KEPT_DAYS })} {total !== null && total > DIRECT_ROWS ? t('exports:order.too_long', { limit: format.number(DIRECT_ROWS) }) : null}</p>
      <Facts items={[
        fact('filters', <FilterWords resource={resource} query={query} options={options} />, true),
        fact('columns', columnLabels(t, resource, columns).join(', '), true),
        ...(total === null ? [] : [fact('expected_rows', format.number(total))]), fact('language', localeNames[locale]), fact('time_zone', timeZone),
      ]} />
      <form method="post" action={withSearch(`${resource.path}/export`)} className="form">
        <input type="hidden" name="idempotency_key" value={key} />
        <FormActions>
          <Button tone="primary">{t('exports:order.button')}</Button>
          {total !== null && total <= DIRECT_ROWS ? <LinkButton icon="download" href={withSearch(`${resource.path}/export.csv`)}>{t('exports:order.direct')}</LinkButton> : null}
          <LinkButton href={back}>{t('exports:order.back')}</LinkButton>
        </FormActions>
      </form>
    </>
  )
}
