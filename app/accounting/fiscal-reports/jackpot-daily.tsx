/** The jackpot side of a daily fiscal report, one revision of it: as it was when its day closed. */
import { useLoaderData } from '@remix-run/react'
import type { DailyReport } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import { useShell } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import { LinkButton } from '../../ui/button'
import { dailyReportsRule, languageOf, noticesOf, readDaily, type WrittenForm } from './fiscal.server'
import { ReportFileLinks } from './file-links'
import { ReportForms, ReportHead, titleOfReport } from './form-parts'
import { JackpotWins } from './jackpot-facts'
import { jackpotForm } from './jackpot-form'
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
  const title = titleOfReport(context, 'jackpots', document)
  return {
    title,
    crumbs: { [report._id]: title },
    report,
    form: jackpotForm.written(
      document,
      languageOf(context, document),
      report.seal,
      publicAddress(context.url).origin,
    ),
    notices: noticesOf(context),
  }
})

const pathOf = (id: string) => `/reports/daily-jackpot-report/${id}`

export default function DailyJackpotReportPage() {
  const { title, report, form, notices } = useLoaderData() as Loaded
  const { t, locale } = useShell()
  const { document, revisions, previous, next } = report
  const format = formatter(locale, document.time_zone)
  const [latest] = revisions
  const isLatest = latest?._id === report._id
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
            <LinkButton href={`/reports/daily-report/${report._id}`}>
              {t('fiscal:jackpots.takings')}
            </LinkButton>
            <ReportFileLinks path={pathOf(report._id)} isShareable={isLatest} />
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
        variant="jackpots"
        forms={[{ document, form }]}
        evidence={() => ({
          under: (
            <>
              <JackpotWins document={document} />
              {report.seal ? <SealLinks seal={report.seal} location={document.location._id} /> : null}
            </>
          ),
        })}
      />
    </>
  )
}
