/** Everything that happened to one record, and the way back from one change of it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { pathsOf } from '../../../backend/contract/contract'
import type { PeriodPoints } from '../../../backend/contract/period-points'
import { revertedFields } from '../../../backend/contract/revert'
import { ApiError } from '../../api/api-error'
import { readEntry, readHistory, type AuditEntry } from './audit.server'
import type { Resource, Row } from '../define-resource'
import { titleOf } from '../render-context'
import { attempt, type Failure } from '../failure.server'
import { revertSpec } from '../form/form'
import { acceptForm, commandForm, refusedForm, type FormState } from '../form/form.server'
import { readListQuery, toRequest, withoutEmpty, type ListQuery, type Notice } from '../list/list-query'
import { historySpec } from './history'
import { pageInReach, readingOf } from '../list/paging.server'
import { resolve, type Range } from '../period/period'
import { chosenPeriod } from '../period/period-choice'
import { pointsOf } from '../period/period-points.server'
import { idOf, isId, notFound, resourceAt, type Asked } from '../resource-at.server'

export interface HistoryData {
  name: Resource['name']
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

export async function loadHistory(asked: Asked): Promise<HistoryData> {
  const { url, timeZone, t, api } = asked
  const tidy = chosenPeriod(url, timeZone) ?? withoutEmpty(url)
  if (tidy) throw redirect(tidy)
  const resource = resourceAt(asked)
  const id = idOf(asked.params)
  const { query, notices } = readListQuery(url.searchParams, historySpec, timeZone, readingOf(asked))
  const ask = (one: ListQuery) =>
    readHistory(
      asked,
      resource,
      id,
      toRequest(one, historySpec, (_, text) => text, Date.now(), timeZone),
    )
  const [row, { value, failure }, points] = await Promise.all([
    api(resource.contract).get(id) as Promise<Row>,
    attempt(pageInReach(query, notices, ask)),
    pointsOf(asked, resource.contract.one, id),
  ])
  const name = titleOf(resource, row, t)
  return {
    name: resource.name,
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

export async function loadRevert(asked: Asked): Promise<RevertData> {
  const resource = resourceAt(asked)
  const { row, entry, back } = await targetOf(asked, resource)
  return describe(
    asked,
    resource,
    { row, entry, back },
    { ...(await commandForm(asked, resource, revertSpec(resource, back))), version: Number(row.version) },
  )
}

export async function performRevert(
  asked: Asked & { form: FormData; toast: (tone: 'good' | 'warn', text: string) => Promise<void> },
) {
  const resource = resourceAt(asked)
  const target = await targetOf(asked, resource)
  const spec = revertSpec(resource, target.back)
  const accepted = await acceptForm(asked, resource, spec)
  if (accepted.refused)
    return data(describe(asked, resource, target, accepted.refused.data), accepted.refused.init ?? undefined)
  try {
    await asked.api.call('POST', `${pathsOf(resource.contract).revert}/${target.row._id}`, {
      body: { entry: target.entry._id, version: accepted.version ?? 0, ...accepted.value },
      idempotencyKey: accepted.key,
      schema: z.unknown(),
    })
    await asked.toast('good', asked.t('engine:revert.done', { name: titleOf(resource, target.row, asked.t) }))
    return redirect(`${resource.path}/${target.row._id}/history`, 303)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'version_conflict') {
      const state = {
        ...(await commandForm(asked, resource, spec)),
        typed: accepted.typed,
        key: randomUUID(),
        version: Number(target.row.version),
      }
      return data(describe(asked, resource, target, state, true), { status: 409 })
    }
    const refused = await refusedForm(asked, resource, spec, accepted, error)
    return data(describe(asked, resource, target, refused.data), refused.init ?? undefined)
  }
}

type Target = Pick<RevertData, 'row' | 'entry' | 'back'>

/** An entry that sets nothing back has no such page. */
async function targetOf(asked: Asked, resource: Resource): Promise<Target> {
  const id = idOf(asked.params)
  const entryId = asked.url.searchParams.get('entry') ?? undefined
  if (!isId(entryId)) throw notFound()
  const [row, entry] = await Promise.all([
    asked.api(resource.contract).get(id) as Promise<Row>,
    readEntry(asked, resource, id, entryId),
  ])
  const back = entry ? revertedFields(resource.contract, entry) : {}
  if (!entry || Object.keys(back).length === 0) throw notFound()
  return { row, entry, back }
}

function describe(
  { t }: Asked,
  resource: Resource,
  { row, entry, back }: Target,
  state: FormState,
  changed = false,
): RevertData {
  const name = titleOf(resource, row, t)
  return {
    name: resource.name,
    title: t('engine:revert.title', { name }),
    crumbs: { [row._id]: name },
    row,
    entry,
    back,
    state,
    changed,
  }
}
