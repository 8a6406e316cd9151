/** A daily fiscal report, one revision of it: as it was when its day closed. */
import { useLoaderData } from '@remix-run/react'
import type { DailyReport } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import { useShell } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import { LinkButton } from '../../ui/button'
import {
  dailyReportsRule,
  languageOf,
  noticesOf,
  readDaily,
  writtenForm,
  type WrittenForm,
} from './fiscal.server'
import { ReportFileLinks } from './file-links'
import { ReportForms, ReportHead, titleOfReport } from './form-parts'
import { SealLinks } from './seal-links'
import type { Notice } from '../../engine/address/list-spec'

interface Loaded {
  title: string
  crumbs: Record<string, string>
  report: DailyReport
  form: WrittenForm
  notices: Notice[]
}

export const loader = guarded(dailyReportsRule, async (context): Promise<Loaded> => {
  const report = await readDaily(context)
  const { document } = report
  const title = titleOfReport(context, 'takings', document)
  return {
    title,
    crumbs: { [report._id]: title },
    report,
    form: writtenForm(
      document,
      languageOf(context, document),
      report.seal,
      publicAddress(context.url).origin,
    ),
    notices: noticesOf(context),
  }
})

const pathOf = (id: string) => `/reports/daily-report/${id}`

export default function DailyReportPage() {
  const { title, report, form, notices } = useLoaderData() as Loaded
  const { t, locale, can } = useShell()
  const { document, revisions, previous, next } = report
  const format = formatter(locale, document.time_zone)
  const [latest] = revisions
  const isLatest = latest?._id === report._id
  const path = pathOf(report._id)
  return (
    <>
      <ReportHead
        title={title}
        document={document}
        isSealed={report.state === 'sealed'}
        isSuperseded={!isLatest}
        commands={
          <>
            {previous ? (
              <LinkButton href={pathOf(previous._id)}>‹ {format.gamingDay(previous.day)}</LinkButton>
            ) : null}
            {next ? <LinkButton href={pathOf(next._id)}>{format.gamingDay(next.day)} ›</LinkButton> : null}
            {isLatest && report.state === 'draft' && can('location::seal_report') ? (
              <LinkButton
                tone="primary"
                href={`/locations/${document.location._id}/days/${document.period}/seal`}
              >
                {t('fiscal:seal.open')}
              </LinkButton>
            ) : null}
            <LinkButton href={`/reports/daily-jackpot-report/${report._id}`}>
              {t('fiscal:jackpots.open')}
            </LinkButton>
            <ReportFileLinks path={path} isShareable={isLatest} />
          </>
        }
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      {isLatest || !latest ? null : (
        <p className="mb-2">
          <a className="link" href={pathOf(latest._id)}>
            {t('fiscal:latest', { revision: format.number(latest.revision) })}
          </a>
        </p>
      )}
      <ReportForms
        variant="takings"
        forms={[{ document, form }]}
        evidence={() => ({
          row: slot => `/locations/${document.location._id}/days/${document.period}/${slot}`,
          under: report.seal ? (
            <SealLinks
              seal={report.seal}
              location={document.location._id}
              {...(isLatest && { day: document.period })}
            />
          ) : null,
        })}
      />
      {revisions.length > 1 ? (
        <details className="section no-print">
          <summary>{t('fiscal:revisions', { count: revisions.length })}</summary>
          <ul>
            {revisions.map(one => (
              <li key={one._id}>
                <a
                  className="link"
                  href={pathOf(one._id)}
                  aria-current={one._id === report._id ? 'true' : undefined}
                >
                  {t('fiscal:revision_of', {
                    revision: format.number(one.revision),
                    at: format.dateTime(one.made_at),
                  })}
                </a>
                {' · '}
                {format.money({ minor: one.takings, currency: document.currency })}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}
