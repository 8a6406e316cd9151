/** A report on screen and on paper: what it covers, a chart, a table with totals, and the files of the same. */
import type { ReportAnswer } from '../../../backend/platform/contract/report'
import { reports } from '../definition/registry'
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'
import { Menu, MenuLink } from '../../ui/menu'
import { EmptyState, PageHeader } from '../../ui/page'
import { below, slotHref } from '../export/file-links'
import { FailureNote } from '../components/failure-note'
import { Notices } from '../components/list-notes'
import { aboutReport, isAhead, outsideWords } from './about'
import { ALL_FIGURES, shownOf, type Report } from '../definition/define-report'
import type { ReportData } from './report.server'
import { ReportChart } from './report-chart'
import { ReportChoices } from './report-choices'
import { reportHref } from './report-query'
import { ReportTable } from './report-table'
import { sheetOf } from '../export/sheet'

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
      <ReportChoices report={report} data={data} />
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
  const shown = shownOf(report, figures, answer)
  const sheet = sheetOf(shown, answer, by, t, format)
  return (
    <>
      <ReportChart report={shown} sheet={sheet} by={by} />
      <ReportTable report={shown} data={data} answer={answer} sheet={sheet} />
    </>
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
      {data.views ? (
        <Menu label={t('views:menu')} align="end">
          {data.views.map(({ id, name, href }) => (
            <MenuLink key={id} href={href}>
              {name}
            </MenuLink>
          ))}
          <MenuLink href={below(reportHref(path, query, report), '/views')}>{t('views:save_this')}</MenuLink>
          {data.views.length > 0 ? (
            <MenuLink href={`${path}/views#saved`}>{t('views:manage')}</MenuLink>
          ) : null}
        </Menu>
      ) : null}
      <Menu label={t('engine:more')} icon="more" align="end">
        <MenuLink href={slotHref(file('/export.csv'))} icon="download">
          {t('engine:file.machine')}
        </MenuLink>
      </Menu>
    </>
  )
}
