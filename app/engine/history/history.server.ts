/** Everything that happened to one record, and the way back from one change of it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { pathsOf } from '../../../backend/platform/contract/contract'
import type { PeriodPoints } from '../../../backend/platform/contract/period-points'
import { revertedFields } from '../../../backend/platform/contract/revert'
import { readEntry, readHistory, type AuditEntry } from './audit.server'
import { titleOf } from '../render/render-context'
import { ownResource } from '../data/custom-fields.server'
import { attempt, type Failure } from '../data/failure.server'
import { revertSpec } from '../form/form'
import { commandForm, submitForm, type FormState } from '../form/form.server'
import { isConflict } from '../form/form-page.server'
import { readListQuery, toRequest, withoutEmpty, type ListQuery } from '../address/list-query'
import { historySpec } from './history'
import { pageInReach, readingOf } from '../data/paging.server'
import { resolve, type Range } from '../period/period'
import { chosenPeriod } from '../period/period-choice'
import { pointsOf } from '../data/period-points.server'
import { idOf, isId, notFound, resourceAt, type RequestContext } from '../data/resource-at.server'
import { demandKeyed } from '../../session/form.server'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

export interface HistoryData {
  name: Resource['name']
  custom?: Resource['custom']
  title: string
  crumbs: Record<string, string>
  row: Row
  query: ListQuery
  notices: Notice[]
  answer: Awaited<ReturnType<typeof readHistory>> | null
  failure: Failure | null
  range: Range | null
  points: PeriodPoints | null
}

export async function loadHistory(ctx: RequestContext): Promise<HistoryData> {
  const { url, timeZone, t, api } = ctx
  const tidy = chosenPeriod(url, timeZone) ?? withoutEmpty(url)
  if (tidy) throw redirect(tidy)
  const resource = await ownResource(ctx, resourceAt(ctx))
  const id = idOf(ctx.params)
  const { query, notices } = readListQuery(url.searchParams, historySpec, timeZone, readingOf(ctx))
  const ask = (one: ListQuery) =>
    readHistory(
      ctx,
      resource,
      id,
      toRequest(one, historySpec, (_, text) => text, Date.now(), timeZone),
    )
  const [row, { value, failure }, points] = await Promise.all([
    api(resource.contract).get(id) as Promise<Row>,
    attempt(pageInReach(query, notices, ask)),
    pointsOf(ctx, resource.contract.one, id),
  ])
  const name = titleOf(resource, row, ctx)
  return {
    name: resource.name,
    custom: resource.custom,
    title: t('engine:audit.of', { name }),
    crumbs: { [id]: name },
    row,
    query: value?.query ?? query,
    notices,
    answer: value?.answer ?? null,
    failure: failure ?? null,
    points,
    range: query.period ? resolve(query.period, Date.now(), timeZone) : null,
  }
}

export interface RevertData {
  name: Resource['name']
  custom?: Resource['custom']
  title: string
  crumbs: Record<string, string>
  row: Row
  entry: AuditEntry
  /** What the fields are set back to. */
  back: Record<string, unknown>
  state: FormState
  /** Someone saved while this page was open. */
  changed: boolean
}

export async function loadRevert(ctx: RequestContext): Promise<RevertData> {
  const resource = await ownResource(ctx, resourceAt(ctx))
  const { row, entry, back } = await targetOf(ctx, resource)
  return describe(
    ctx,
    resource,
    { row, entry, back },
    { ...(await commandForm(ctx, resource, revertSpec(resource, back))), version: Number(row.version) },
  )
}

export async function performRevert(
  ctx: RequestContext & { form: FormData; toast: (tone: 'good' | 'warn', text: string) => Promise<void> },
) {
  demandKeyed(ctx.form)
  const resource = await ownResource(ctx, resourceAt(ctx))
  const target = await targetOf(ctx, resource)
  const spec = revertSpec(resource, target.back)
  return submitForm(ctx, resource, spec, {
    shown: state => describe(ctx, resource, target, state),
    perform: async ({ value, typed, version, key }) => {
      try {
        await ctx.api.call('POST', `${pathsOf(resource.contract).revert}/${target.row._id}`, {
          body: { entry: target.entry._id, version: version ?? 0, ...value },
          idempotencyKey: key,
          schema: z.unknown(),
        })
      } catch (error) {
        if (!isConflict(error)) throw error
        const state = {
          ...(await commandForm(ctx, resource, spec)),
          typed,
          key: randomUUID(),
          version: Number(target.row.version),
        }
        return data(describe(ctx, resource, target, state, true), { status: 409 })
      }
      await ctx.toast('good', ctx.t('engine:revert.done', { name: titleOf(resource, target.row, ctx) }))
      return redirect(`${resource.path}/${target.row._id}/history`, 303)
    },
  })
}

type Target = Pick<RevertData, 'row' | 'entry' | 'back'>

/** An entry that sets nothing back has no such page. */
async function targetOf(ctx: RequestContext, resource: Resource): Promise<Target> {
  const id = idOf(ctx.params)
  const entryId = ctx.url.searchParams.get('entry') ?? undefined
  if (!isId(entryId)) throw notFound()
  const [row, entry] = await Promise.all([
    ctx.api(resource.contract).get(id) as Promise<Row>,
    readEntry(ctx, resource, id, entryId),
  ])
  const back = entry ? revertedFields(resource.contract, entry) : {}
  if (!entry || Object.keys(back).length === 0) throw notFound()
  return { row, entry, back }
}

function describe(
  ctx: RequestContext,
  resource: Resource,
  { row, entry, back }: Target,
  state: FormState,
  changed = false,
): RevertData {
  const { t } = ctx
  const name = titleOf(resource, row, ctx)
  return {
    name: resource.name,
    custom: resource.custom,
    title: t('engine:revert.title', { name }),
    crumbs: { [row._id]: name },
    row,
    entry,
    back,
    state,
    changed,
  }
}
