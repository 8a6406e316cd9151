/** A location's monthly fiscal report: its days' reports, summed; a form for each currency. */
import { useLoaderData } from '@remix-run/react'
import type { MonthlyReport } from '../../../backend/accounting/fiscal-reports/monthly-reports.contract'
import { useShell } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import { LinkButton } from '../../ui/button'
import {
  languageOf,
  monthlyReportsRule,
  noticesOf,
  readMonthly,
  writtenForm,
  type FormShown,
} from './fiscal.server'
import { ReportFileLinks } from './file-links'
import { ReportForms, ReportHead } from './form-parts'
import { SealLinks } from './seal-links'
import type { Notice } from '../../engine/address/list-spec'

interface Loaded {
  title: string
  crumbs: Record<string, string>
  report: Pick<MonthlyReport, 'location' | 'month' | 'state'>
  forms: FormShown[]
  seals: MonthlyReport['seals']
  notices: Notice[]
}

export const loader = guarded(monthlyReportsRule, async (context): Promise<Loaded> => {
  const { location, month, state, documents, seals } = await readMonthly(context)
  const { t, locale, timeZone, url } = context
  const title = t('fiscal:named', {
    location: location.name,
    period: formatter(locale, timeZone).month(month),
  })
  return {
    title,
    crumbs: { [`${location._id}-${month}`]: title },
    report: { location, month, state },
    forms: documents.map((document, at) => ({
      document,
      form: writtenForm(document, languageOf(context, document), seals[at], publicAddress(url).origin),
    })),
    seals,
    notices: noticesOf(context),
  }
})

export default function MonthlyReportPage() {
  const { title, report, forms, seals, notices } = useLoaderData() as Loaded
  const { t } = useShell()
  const path = `/reports/monthly-report/${report.location._id}-${report.month}`
  return (
    <>
      <ReportHead
        title={title}
        document={forms[0]?.document}
        isSealed={report.state === 'sealed'}
        commands={
          <>
            <LinkButton href={`/reports/month-desk/${report.location._id}-${report.month}`}>
              {t('fiscal:desk.open')}
            </LinkButton>
            <LinkButton href={`/reports/monthly-jackpot-report/${report.location._id}-${report.month}`}>
              {t('fiscal:jackpots.open')}
            </LinkButton>
            <ReportFileLinks path={path} />
          </>
        }
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      <ReportForms
        variant="takings"
        forms={forms}
        evidence={(document, at) => ({
          row: slot =>
            `/slots/${slot}/days?by=day&from=${report.month}-01&to=${document.days.at(-1)?.day ?? ''}`,
          under: seals[at] ? <SealLinks seal={seals[at]} location={report.location._id} /> : null,
        })}
      />
    </>
  )
}
