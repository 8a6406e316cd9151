/** What a report's page and its files show, from the URL and the backend. */
import { redirect } from '@remix-run/node'
import type { PeriodPoints } from '../../../backend/platform/contract/period-points'
import {
  FILE_ROWS,
  PAGE_ROWS,
  reportAnswer,
  type ReportAnswer,
} from '../../../backend/platform/contract/report'
import { ApiError } from '../../api/api-error'
import { formatter } from '../../i18n/format'
import { reports, resources } from '../definition/registry'
import { resourceOf, resourceOfNarrowing, type Narrowing } from '../definition/subjects'
import { attempt, type Failure } from '../data/failure.server'
import { withoutEmpty } from '../address/list-query'
import { chosenPeriod } from '../period/period-choice'
import { pointsOf } from '../data/period-points.server'
import { viewsOf } from '../data/views.server'
import { titleOf } from '../render/render-context'
import { RefusedFile } from '../../session/refused-file'
import { idOf, notFound, type RequestContext } from '../data/resource-at.server'
import type { Report } from '../definition/define-report'
import { narrowOf, nowOfDay, readReportQuery, reportHref, type ReportQuery } from './report-query'
import type { Notice } from '../address/list-spec'
import type { Row } from '../definition/row'

export interface ReportData {
  name: string
  title: string
  crumbs: Record<string, string>
  /** Null for a report that is nobody's. */
  subject: { id: string; name: string; href: string } | null
  /** By kind: what it can be narrowed to one of. */
  choices: Record<string, { value: string; label: string }[]>
  path: string
  query: ReportQuery
  notices: Notice[]
  answer: ReportAnswer | null
  failure: Failure | null
  points: PeriodPoints | null
  zone: string
  /** Of a report whose reader chooses what is in it. */
  views: { id: string; name: string; href: string }[] | null
}

/** More than a control can offer usefully: of more, the first by name are offered, and whatever is chosen. */
const MOST_CHOICES = 500
const SECTION = '/reports'

/** `/slots/<id>/days`, `/reports/slot-games`, and what is below them; every other address is an unknown page. */
export function reportAt({ url }: Pick<RequestContext, 'url'>): Report {
  const segments = url.pathname.split('/').filter(Boolean)
  const at = segments.findIndex(segment => /^[0-9a-f]{24}$/.test(segment))
  const path = `/${segments.slice(0, Math.max(at, 1)).join('/')}`
  const found = reports.find(({ subject, page }) =>
    subject === null
      ? at < 0 && path === SECTION && segments[1] === page
      : at > 0 && resources[resourceOf[subject]].path === path && segments[at + 1] === page,
  )
  if (!found) throw notFound()
  return found
}

/** Who may see the subject and what the report measures. */
export const reportPermission = (ctx: Pick<RequestContext, 'url'>) => {
  const { contract, subject } = reportAt(ctx)
  return subject === null
    ? contract.permission
    : { all: [resources[resourceOf[subject]].contract.permissions.read, contract.permission] }
}

/** A record that the report is about, or is narrowed to. Throws 404 for one that is not there or not theirs. */
async function recordOf(ctx: RequestContext, type: Narrowing, id: string) {
  const resource = resources[resourceOfNarrowing[type]]
  const [row, points] = await Promise.all([
    ctx.api(resource.contract).get(id) as Promise<Row>,
    pointsOf(ctx, type, id),
  ])
  return {
    record: { id, name: titleOf(resource, row, ctx), href: `${resource.path}/${id}` },
    points,
    zone: points?.time_zone ?? (typeof row.time_zone === 'string' ? row.time_zone : null),
  }
}

/**
 * The record; its kind where its reader may not see it and it only chooses among what they may: somebody else's view
 * may name it.
 */
async function foundOf(ctx: RequestContext, kind: Narrowing, id: string) {
  try {
    return await recordOf(ctx, kind, id)
  } catch (error) {
    if (kind in resourceOf || !(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error
    return kind
  }
}

/** Whose figures these are, and what they are called. */
async function placeOf(ctx: RequestContext, { subject: type, page, narrowedBy, texts }: Report) {
  const { t } = ctx
  if (type !== null) {
    const { record, ...clock } = await recordOf(ctx, type, idOf(ctx.params))
    const title = t(`${texts}:of`, { name: record.name })
    return {
      ...clock,
      zone: clock.zone ?? ctx.timeZone,
      subject: record,
      choices: {},
      unseen: [],
      path: `${record.href}/${page}`,
      title,
    }
  }
  const narrow = narrowOf(ctx.url.searchParams, narrowedBy)
  const [found, choices] = await Promise.all([
    Promise.all(
      narrowedBy.flatMap(kind => (narrow[kind] === undefined ? [] : [foundOf(ctx, kind, narrow[kind])])),
    ),
    Promise.all(narrowedBy.map(async kind => [kind, await choicesOf(ctx, kind)] as const)),
  ])
  const records = found.flatMap(one => (typeof one === 'string' ? [] : [one]))
  const clock = records.find(({ zone }) => zone !== null)
  return {
    subject: null,
    points: clock?.points ?? null,
    zone: clock?.zone ?? ctx.timeZone,
    unseen: found.flatMap(one => (typeof one === 'string' ? [one] : [])),
    choices: Object.fromEntries(
      choices.map(([kind, known]) => {
        const chosen = records.find(({ record }) => record.id === narrow[kind])?.record
        return [
          kind,
          chosen && !known.some(({ value }) => value === chosen.id)
            ? [...known, { value: chosen.id, label: chosen.name }]
            : known,
        ]
      }),
    ),
    path: `${SECTION}/${page}`,
    title:
      records.length > 0
        ? t(`${texts}:of`, { name: records.map(({ record }) => record.name).join(', ') })
        : t(`${texts}:title`),
  }
}

async function choicesOf(ctx: RequestContext, kind: Narrowing) {
  const { api, can } = ctx
  const resource = resources[resourceOfNarrowing[kind]]
  if (!can(resource.contract.permissions.list)) return []
  const { value } = await attempt(
    api(resource.contract).list({
      rowsPerPage: MOST_CHOICES,
      sortBy: [resource.title],
      sortDirection: ['ASC'],
      fields: ['_id', resource.title],
    }),
  )
  return (value?.rows ?? []).map(row => ({
    value: String((row as Row)._id),
    label: titleOf(resource, row as Row, ctx),
  }))
}

type Place = Awaited<ReturnType<typeof placeOf>>

/**
 * The answer, and the query with its period made exact: a relative period counts from the current gaming day,
 * which only the answer knows.
 */
async function readReport(
  { api, url }: Pick<RequestContext, 'api' | 'url'>,
  report: Report,
  { subject, zone, unseen }: Pick<Place, 'subject' | 'zone' | 'unseen'>,
  query: ReportQuery,
  rows: number,
  isFile = false,
): Promise<{ query: ReportQuery; answer: ReportAnswer }> {
  const { contract } = report
  const ask = ({ by, show, narrow, chosen, days }: ReportQuery): Promise<ReportAnswer> =>
    api.call('POST', contract.path.replace(':id', subject?.id ?? ''), {
      body: { by, ...days, ...(subject === null && { ...narrow, ...bodyOf(chosen, report), rows, show }) },
      write: false,
      schema: reportAnswer,
    })
  const answer = await ask(query)
  if (query.relative === null || answer.open_day === null) return { query, answer }
  const now = nowOfDay(answer.open_day, answer.as_of, zone)
  const { query: meant } = readReportQuery(url.searchParams, report, zone, { now, isFile, unseen })
  return meant.days?.from === query.days?.from && meant.days?.to === query.days?.to
    ? { query, answer }
    : { query: meant, answer: await ask(meant) }
}

/** What may be left out and was, is. */
const bodyOf = (chosen: ReportQuery['chosen'], { choices }: Report) =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([name, values]) =>
      values.length === 0 ? [] : [[name, (choices[name]?.most ?? 1) === 1 ? values[0] : values]],
    ),
  )

/**
 * The bare address opens with what is outside its band; one that asks anything shows all rows unless it says so, as it
 * always did. A form sends its choice of rows along to groups that have no band.
 */
function openingOf(
  { pathname, search, searchParams }: URL,
  { outside, groupBy }: Report,
): string | undefined {
  if (outside.length === 0) return undefined
  if (search === '') return `${pathname}?show=outside`
  const by = searchParams.get('by')
  if (searchParams.get('show') !== 'outside' || by === null || !groupBy.includes(by) || outside.includes(by))
    return undefined
  const all = new URLSearchParams(searchParams)
  all.set('show', 'all')
  return `${pathname}?${all.toString()}`
}

export async function loadReport(ctx: RequestContext): Promise<ReportData> {
  const { url, timeZone } = ctx
  const report = reportAt(ctx)
  const tidy = chosenPeriod(url, timeZone) ?? withoutEmpty(url)
  if (tidy) throw redirect(tidy)
  const opening = openingOf(url, report)
  if (opening) throw redirect(opening)
  const [place, views] = await Promise.all([placeOf(ctx, report), viewsAt(ctx, report)])
  const { unseen } = place
  const { query, notices } = readReportQuery(url.searchParams, report, place.zone, { unseen })
  // Two points in time were chosen: from here on the address names the days that they mean.
  if (url.searchParams.has('dateStart') && query.relative === null && notices.length === 0)
    throw redirect(reportHref(place.path, query, report))
  const { value, failure } = await attempt(readReport(ctx, report, place, query, PAGE_ROWS))
  return {
    ...place,
    name: report.name,
    crumbs: place.subject ? { [place.subject.id]: place.subject.name } : {},
    query: value?.query ?? query,
    notices,
    answer: value?.answer ?? null,
    failure: failure ?? null,
    views,
  }
}

async function viewsAt(ctx: RequestContext, { name, choices, page }: Report) {
  if (Object.keys(choices).length === 0) return null
  const saved = await viewsOf(ctx, { name })
  return (saved?.views ?? []).map(view => ({
    id: view._id,
    name: view.name,
    href: `${SECTION}/${page}${view.search === '' ? '' : `?${view.search}`}`,
  }))
}

/** Of a file: what it holds, or the notices for which there is none. */
export async function loadReportFile(ctx: RequestContext, own: readonly string[]) {
  const report = reportAt(ctx)
  const place = await placeOf(ctx, report)
  const { query, notices } = readReportQuery(ctx.url.searchParams, report, place.zone, {
    own,
    isFile: true,
    unseen: place.unseen,
  })
  return {
    report,
    ...place,
    query,
    notices,
    /** Throws the refusal rather than leave rows out of a file: nobody would look for what is not there. */
    answer: async (most = FILE_ROWS) => {
      const { answer } = await readReport(ctx, report, place, query, most, true)
      if (answer.left_out || answer.rows.length > most) throw tooLong(ctx, most)
      return answer
    },
  }
}

function tooLong({ t, locale, timeZone }: RequestContext, most: number): RefusedFile {
  const { number } = formatter(locale, timeZone)
  return new RefusedFile(
    t('errors:codes.file_too_long'),
    [
      t('engine:report.too_many', { limit: number(most) }),
      ...(most < FILE_ROWS ? [t('engine:report.in_spreadsheet', { limit: number(FILE_ROWS) })] : []),
    ],
    'file_too_long',
  )
}
