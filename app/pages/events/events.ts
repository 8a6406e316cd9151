/** What the address of an events page can say, and what is asked of the backend for it. */
import type { z } from 'zod'
import { RAW_TOTAL_CAP, type ListRequest } from '../../../backend/contract/list'
import { eventFilters, eventRow, streamAnswer } from '../../../backend/rawdata/streams.contract'
import { toRequest, type ListQuery, type ListSpec, type Notice } from '../../engine/list/list-query'

export const EVENTS = '/events'
/** Whose events: the specification's `type` and `id`; a tenant's unless it says otherwise. */
export const subjects = ['tenant', 'location', 'slot', 'smib'] as const
export type SubjectType = (typeof subjects)[number]

/** As the backend sorts SAS codes. */
export const categories = [
  'door',
  'power',
  'tilt',
  'memory',
  'configuration',
  'ticket',
  'reel',
  'bill',
  'handpay',
  'aft',
  'play',
  'board',
  'other',
] as const

export const eventsAnswer = streamAnswer(eventRow)
export type EventsAnswer = z.output<typeof eventsAnswer>
export type EventRow = EventsAnswer['rows'][number]

export const eventsSpec: ListSpec = {
  sort: '-server_time',
  sortKeys: ['server_time'],
  filters: ['type', 'severity', 'category', 'code', 'tenant', 'location'],
  period: 'today',
  accepts: (filter, text) => {
    if (filter === 'type') return subjects.some(one => one === text)
    if (filter === 'category') return categories.some(one => one === text)
    return eventFilters.shape[filter as keyof typeof eventFilters.shape].safeParse(text).success
  },
}

/** `type` says what the path's id is of; without one it narrows nothing. */
export function unusedType({ params, url }: { params: { id?: string | undefined }; url: URL }): Notice[] {
  const type = url.searchParams.get('type')
  return params.id === undefined && subjects.some(one => one === type)
    ? [{ parameter: 'type', value: type ?? '', reason: 'unusable' }]
    : []
}

/** More rows of raw data than this are not counted; a page beyond is reached by a period. */
export const lastPage = (rowsPerPage: number) => Math.ceil(RAW_TOTAL_CAP / rowsPerPage)

/** Whose events an export's address means. */
export function subjectIn({
  filters: { type, id },
}: Pick<ListQuery, 'filters'>): { type: SubjectType; id: string } | null {
  return id?.[0] ? { type: subjects.find(one => one === type?.[0]) ?? 'tenant', id: id[0] } : null
}

/** As `eventsRequest`, of an export's address. */
export function requestOfEvents(query: ListQuery, zone: string): ListRequest {
  const { id: _whose, ...filters } = query.filters
  return eventsRequest({ ...query, filters }, subjectIn(query), zone)
}

/** The address calls kinds of event `category`; on the wire that is `type`, which in the address is the subject's. */
export function eventsRequest(
  { filters: { type: _subjects, category, ...filters }, ...query }: ListQuery,
  subject: { type: SubjectType; id: string } | null,
  zone: string,
): ListRequest {
  const request = toRequest({ ...query, filters }, eventsSpec, (_, text) => text, Date.now(), zone)
  // What happened at a machine that has been archived since happened all the same.
  const show_all = true
  const more = [
    ...(category ? [['type', category] as const] : []),
    ...(subject ? [[subject.type, subject.id] as const] : []),
  ]
  return {
    ...request,
    show_all,
    exactFields: [...request.exactFields, ...more.map(([name]) => name)],
    exactValues: [...request.exactValues, ...more.map(([, value]) => value as string)],
  }
}
