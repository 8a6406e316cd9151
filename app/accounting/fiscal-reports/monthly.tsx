/** A location's monthly fiscal report: its days' reports, summed; a form for each currency. */
import { useShell } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { monthlyReportsRule } from './fiscal.server'
import { MonthlyReportPage } from './report-pages'
import { loadMonthly } from './report-pages.server'
import { SealLinks } from './seal-links'

export const loader = guarded(monthlyReportsRule, context => loadMonthly(context, 'takings'))

export default function MonthlyTakingsPage() {
  const { t } = useShell()
  return (
    <MonthlyReportPage
      variant="takings"
      pathOf={place => `/reports/monthly-report/${place}`}
      commands={place => (
        <>
          <LinkButton href={`/reports/month-desk/${place}`}>{t('fiscal:desk.open')}</LinkButton>
          <LinkButton href={`/reports/monthly-jackpot-report/${place}`}>
            {t('fiscal:jackpots.open')}
          </LinkButton>
        </>
      )}
      evidence={({ report, seals }, document, at) => ({
        row: slot =>
          `/slots/${slot}/days?by=day&from=${report.month}-01&to=${document.days.at(-1)?.day ?? ''}`,
        under: seals[at] ? <SealLinks seal={seals[at]} location={report.location._id} /> : null,
      })}
    />
  )
}
