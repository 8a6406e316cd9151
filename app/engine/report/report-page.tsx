/** A report on screen and on paper: what it covers, a chart, a table with totals, and the files of the same. */
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import { reports } from '../definition/registry'
import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { ColumnChart, type Point } from '../../ui/chart'
import { Field, Select } from '../../ui/field'
import { Menu, MenuLink } from '../../ui/menu'
import { EmptyState, PageHeader } from '../../ui/page'
import { below, slotHref } from '../export/file-links'
import { FailureNote } from '../components/failure-note'
import { Notices } from '../components/list-notes'
import { PeriodPicker } from '../period/period-picker'
import { aboutReport, isAhead, outsideWords } from './about'
import { ALL_FIGURES, withFigures, type Report } from '../definition/define-report'
import type { ReportData } from './report.server'
import { hasSets, rangeOfDays, reportHref } from './report-query'
import { ReportTable } from './report-table'
import { sheetOf, type Sheet } from '../export/sheet'

export function ReportPage({ report, data }: { report: Report; data: ReportData }) {
  const { t, format } = useShell()
  const { query, path, notices, failure, answer } = data
  const here = reportHref(path, query, report)
  return (
    <>
      <PageHeader
        title={data.title}
        age={
          answer ? (
            <span title={format.exact(answer.as_of)}>
              {t('engine:list.as_of', { time: format.dateTime(answer.as_of) })}
            </span>
          ) : undefined
        }
        commands={<Commands report={report} data={data} />}
      />
      <Notices notices={notices} />
      <Choices report={report} data={data} />
      {failure ? <FailureNote failure={failure} retry={here} /> : null}
      {answer ? <About report={report} data={data} answer={answer} /> : null}
      {answer && answer.rows.length === 0 ? (
        answer.outside?.of ? (
          <EmptyState
            title={t(`${report.texts}:outside.none`)}
            action={
              <LinkButton href={reportHref(path, { ...query, show: 'all' }, report)}>
                {t('engine:list.all')}
              </LinkButton>
            }
          >
            {outsideWords(report, answer, t, format)[0]}
          </EmptyState>
        ) : (
          <EmptyState title={t(`${report.texts}:none`)} />
        )
      ) : null}
      {answer && answer.rows.length > 0 ? <Figures report={report} data={data} answer={answer} /> : null}
      {answer && answer.rows.length > 0 && report.hasNote ? (
        <p className="soft prose-width">{t(`${report.texts}:note`)}</p>
      ) : null}
    </>
  )
}

function About({ report, data, answer }: { report: Report; data: ReportData; answer: ReportAnswer }) {
  const { t, format } = useShell()
  const [days, ...quality] = aboutReport(answer, t, format)
  const isWhole =
    answer.missing_days.length === 0 && (answer.hours?.known ?? 0) >= (answer.hours?.expected ?? 0)
  return (
    <p className="report-line">
      <span>
        {days}
        {data.query.relative ? (
          <>
            {' '}
            <a className="link no-print" href={reportHref(data.path, data.query, report, { pinned: true })}>
              {t('engine:period.pin')}
            </a>
          </>
        ) : null}
      </span>
      {answer.outside && answer.rows.length > 0 ? (
        <span>
          {outsideWords(report, answer, t, format).join(' ')}{' '}
          <a className="link no-print" href={reportHref(data.path, { ...data.query, show: 'all' }, report)}>
            {t('engine:list.all')}
          </a>
        </span>
      ) : null}
      {quality.map((words, index) => (
        <span
          key={words}
          className={
            index === 0 && answer.from_readings !== false && !isAhead(answer)
              ? isWhole
                ? 'st st-good'
                : 'st st-warn'
              : undefined
          }
        >
          {words}
        </span>
      ))}
    </p>
  )
}

function Figures({ report, data, answer }: { report: Report; data: ReportData; answer: ReportAnswer }) {
  const { t, format } = useShell()
  const { by, figures } = data.query
  const sheet = sheetOf(withFigures(report, figures), answer, by, t, format)
  return (
    <>
      <ReportChart report={report} sheet={sheet} by={by} />
      <ReportTable report={report} data={data} answer={answer} sheet={sheet} />
    </>
  )
}

/** Only of one currency, and of groups that follow each other in time. */
function ReportChart({ report, sheet, by }: { report: Report; sheet: Sheet; by: string }) {
  const { t, format } = useShell()
  const at = sheet.columns.findIndex(({ key }) => key === report.chart)
  const column = sheet.columns[at]
  if (!column || (by !== 'day' && by !== 'month') || sheet.totals.length !== 1) return null
  const points = sheet.rows.map(({ key, values, isOpen }): Point => {
    const [head] = values
    const value = values[at]
    const scaled = typeof value === 'number' ? (column.kind === 'count' ? value : value / 100) : null
    return {
      key,
      label: by === 'day' ? format.day(String(head)) : format.month(String(head)),
      value: scaled,
      text: scaled === null ? '' : format.number(Math.round(scaled)),
      ...(isOpen && { isOpen }),
    }
  })
  const title = column.unit ? `${column.label}, ${column.unit}` : column.label
  return (
    <ColumnChart
      title={title}
      label={t('engine:report.chart', { measure: title })}
      points={points}
      write={value => format.number(value)}
    />
  )
}

/** A GET form: what it sends is the report's address. */
function Choices({ report, data }: { report: Report; data: ReportData }) {
  const { t, format } = useShell()
  const { query, path, points, zone } = data
  const days = query.relative ? null : query.days
  const fixed = query.days && ({ kind: 'fixed', ...rangeOfDays(query.days, zone) } as const)
  if (report.period === null && report.groupBy.length < 2 && report.narrowedBy.length === 0) return null
  return (
    <search className="no-print">
      <form method="get" action={path} className="mb-2 flex flex-wrap items-end gap-2">
        {report.period === null ? null : (
          <PeriodPicker
            period={query.relative ?? fixed}
            range={fixed}
            points={points}
            words={days && [...new Set([days.from, days.to])].map(format.gamingDay).join(' – ')}
          />
        )}
        {report.narrowedBy.map(kind =>
          data.choices[kind]?.length ? (
            <Field key={kind} id={kind} label={t(`${report.texts}:narrow.${kind}`)} className="min-w-36">
              <Select
                id={kind}
                name={kind}
                blank={t(`${report.texts}:all.${kind}`)}
                defaultValue={query.narrow[kind] ?? ''}
                options={data.choices[kind]}
              />
            </Field>
          ) : null,
        )}
        {report.groupBy.length > 1 ? (
          <Field id="by" label={t('engine:report.by')} className="min-w-36">
            <Select
              id="by"
              name="by"
              defaultValue={query.by}
              options={report.groupBy.map(value => ({ value, label: t(`${report.texts}:by.${value}`) }))}
            />
          </Field>
        ) : null}
        {hasSets(report.figures) ? (
          <Field id="figures" label={t('engine:report.figures')} className="min-w-36">
            <Select
              id="figures"
              name="figures"
              defaultValue={query.figures}
              options={[
                ...Object.keys(report.figures).map(value => ({
                  value,
                  label: t(`${report.texts}:figures.${value}`),
                })),
                { value: ALL_FIGURES, label: t('engine:report.all_figures') },
              ]}
            />
          </Field>
        ) : null}
        {report.outside.length > 0 ? (
          <Field id="show" label={t('engine:report.rows')} className="min-w-36">
            <Select
              id="show"
              name="show"
              defaultValue={query.show}
              options={[
                { value: 'outside', label: t(`${report.texts}:outside.only`) },
                { value: 'all', label: t('engine:report.all_rows') },
              ]}
            />
          </Field>
        ) : null}
        <Button icon="filter">{t('engine:filter.apply')}</Button>
      </form>
    </search>
  )
}

function Commands({ report, data }: { report: Report; data: ReportData }) {
  const { t, can } = useShell()
  const { query, path, subject } = data
  const sibling = reports.find(({ page }) => report.siblingReport === `/reports/${page}`)
  // A file keeps what it shows: its address names the days.
  const file = (page: string) => below(reportHref(path, query, report, { pinned: true }), page)
  return (
    <>
      <LinkButton icon="download" href={file('/export.xlsx')}>
        {t('engine:report.xlsx')}
      </LinkButton>
      <LinkButton icon="download" href={file('/export.csv')}>
        {t('engine:list.export')}
      </LinkButton>
      <LinkButton icon="download" href={file('/export.pdf')}>
        {t('engine:report.pdf')}
      </LinkButton>
      {sibling && report.siblingReport && can(sibling.contract.permission) ? (
        <LinkButton
          href={reportHref(
            report.siblingReport,
            {
              ...query,
              by: sibling.groupBy[0] ?? query.by,
              figures: Object.keys(sibling.figures)[0] ?? ALL_FIGURES,
              show: sibling.outside.length > 0 && report.outside.length === 0 ? 'outside' : query.show,
            },
            sibling,
          )}
        >
          {t(`${sibling.texts}:title`)}
        </LinkButton>
      ) : null}
      {report.links
        .filter(({ rule }) => can(rule))
        .map(({ href, label }) => (
          <LinkButton key={href} href={href.replace(':id', subject?.id ?? '')}>
            {t(label)}
          </LinkButton>
        ))}
      <Menu label={t('engine:more')} icon="more" align="end">
        <MenuLink href={slotHref(file('/export.csv'))} icon="download">
          {t('engine:file.machine')}
        </MenuLink>
      </Menu>
    </>
  )
}
