/** A location's monthly jackpot report: its days' reports, summed; a form for each currency. */
import { useLoaderData } from '@remix-run/react'
import type { MonthlyReport } from '../../../backend/accounting/fiscal-reports/monthly-reports.contract'
import { useShell } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import { LinkButton } from '../../ui/button'
import { languageOf, monthlyReportsRule, noticesOf, readMonthly, type FormShown } from './fiscal.server'
import { ReportFileLinks } from './file-links'
import { ReportForms, ReportHead } from './form-parts'
import { JackpotWins } from './jackpot-facts'
import { jackpotForm } from './jackpot-form'
import type { Notice } from '../../engine/address/list-spec'

interface Loaded {
  title: string
  crumbs: Record<string, string>
  report: Pick<MonthlyReport, 'location' | 'month' | 'state'>
  forms: FormShown[]
  notices: Notice[]
}

export const loader = guarded(monthlyReportsRule, async (context): Promise<Loaded> => {
  const { location, month, state, documents, seals } = await readMonthly(context)
  const { t, locale, timeZone, url } = context
  const title = t('fiscal:jackpots.named', {
    location: location.name,
    period: formatter(locale, timeZone).month(month),
  })
  return {
    title,
    crumbs: { [`${location._id}-${month}`]: title },
    report: { location, month, state },
    forms: documents.map((document, at) => ({
      document,
      form: jackpotForm.written(
        document,
        languageOf(context, document),
        seals[at],
        publicAddress(url).origin,
      ),
    })),
    notices: noticesOf(context),
  }
})

export default function MonthlyJackpotReportPage() {
  const { title, report, forms, notices } = useLoaderData() as Loaded
  const { t } = useShell()
  const place = `${report.location._id}-${report.month}`
  return (
    <>
      <ReportHead
        title={title}
        document={forms[0]?.document}
        isSealed={report.state === 'sealed'}
        commands={
          <>
            <LinkButton href={`/reports/monthly-report/${place}`}>{t('fiscal:jackpots.takings')}</LinkButton>
            <ReportFileLinks path={`/reports/monthly-jackpot-report/${place}`} />
          </>
        }
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      <ReportForms
        variant="jackpots"
        forms={forms}
        evidence={document => ({ under: <JackpotWins document={document} /> })}
      />
    </>
  )
}
