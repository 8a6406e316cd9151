/** A stream of events as its page and its CSV read it: everything that a tenant's machines and boards tell, or one of them. */
import { redirect } from '@remix-run/node'
import type { PeriodPoints } from '../../../backend/contract/period-points'
import type { Row } from '../../engine/define-resource'
import { titleOf } from '../../engine/render-context'
import { attempt, type Failure } from '../../engine/failure.server'
import type { Options } from '../../engine/fields/field'
import { readListQuery, withoutEmpty, type ListQuery, type Notice } from '../../engine/list/list-query'
import { pageInReach, readingOf } from '../../engine/list/paging.server'
import { filterOptions } from '../../engine/fields/lookup.server'
import { resolve, type Range } from '../../engine/period/period'
import { chosenPeriod } from '../../engine/period/period-choice'
import { narrowedTo } from '../../engine/list/narrowed-to'
import { pointsOf } from '../../engine/period/period-points.server'
import { idOf, type Asked } from '../../engine/resource-at.server'
import { resources } from '../../resources/index'
import {
  eventsAnswer,
  eventsRequest,
  eventsSpec,
  lastPage,
  subjects,
  unusedType,
  type EventsAnswer,
  type SubjectType,
} from './events'

export interface Subject {
  type: SubjectType
  id: string
  name: string
  href: string
}

export interface EventsData {
  title: string
  narrowedTo: string | undefined
  crumbs: Record<string, string>
  subject: Subject | null
  query: ListQuery
  notices: Notice[]
  answer: EventsAnswer | null
  failure: Failure | null
  range: Range
  points: PeriodPoints | null
  options: Record<string, Options>
  /** A relative period's days are those of the place, where there is one: the address means the same to everyone. */
  zone: string
}

const entities = {
  tenant: resources.tenants,
  location: resources.locations,
  slot: resources.slots,
  smib: resources.smibs,
}

export async function loadEvents(asked: Asked): Promise<EventsData> {
  const { url, timeZone, t } = asked
  const tidy = chosenPeriod(url, timeZone) ?? withoutEmpty(url)
  if (tidy) throw redirect(tidy)
  const { subject, points, zone } = await placeOf(asked)
  const { query, notices } = readListQuery(
    url.searchParams,
    eventsSpec,
    zone,
    readingOf(asked, subject ? [] : ['intent', 'find.tenant', 'find.location']),
  )
  notices.push(...unusedType(asked))
  const lookups = (['tenant', 'location'] as const).map(field => ({
    field,
    ids: query.filters[field] ?? [],
    find: url.searchParams.get(`find.${field}`)?.trim().slice(0, 100) ?? '',
  }))
  const [{ value, failure }, options] = await Promise.all([
    // What is beyond the counted rows is reached by a period, and not asked for.
    attempt(
      pageInReach(query, notices, one =>
        readEvents(asked, { ...one, page: Math.min(one.page, lastPage(one.rowsPerPage)) }, subject, zone),
      ),
    ),
    subject ? {} : filterOptions(asked, resources.slots, lookups),
  ])
  return {
    title: subject ? t('events:of', { name: subject.name }) : t('events:title'),
    crumbs: subject ? { [subject.id]: subject.name } : {},
    narrowedTo: narrowedTo(resources.slots, query, options),
    subject,
    points,
    zone,
    options,
    notices,
    failure: failure ?? null,
    answer: value?.answer ?? null,
    query: value?.query ?? query,
    range: resolve(query.period ?? { kind: 'relative', text: 'today' }, Date.now(), zone),
  }
}

/** Throws 404 for a machine, board or place that is not there or not theirs. */
export async function placeOf(
  asked: Asked,
): Promise<{ subject: Subject | null; points: PeriodPoints | null; zone: string }> {
  const { params, url, api, timeZone } = asked
  if (params.id === undefined) return { subject: null, points: null, zone: timeZone }
  const id = idOf(params)
  const type = subjects.find(one => one === url.searchParams.get('type')) ?? 'tenant'
  const resource = entities[type]
  const [row, points] = await Promise.all([
    api(resource.contract).get(id) as Promise<Row>,
    pointsOf(asked, type, id),
  ])
  return {
    subject: { type, id, name: titleOf(resource, row, asked.t), href: `${resource.path}/${id}` },
    points,
    zone: points?.time_zone ?? timeZone,
  }
}

export const readEvents = (
  { api }: Pick<Asked, 'api'>,
  query: ListQuery,
  subject: Subject | null,
  zone: string,
): Promise<EventsAnswer> =>
  api.call('POST', '/api/rawdata/v1/events', {
    body: eventsRequest(query, subject, zone),
    write: false,
    schema: eventsAnswer,
  })
