/** A location's monthly jackpot report: its days' reports, summed; a form for each currency. */
import { useShell } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { monthlyReportsRule } from './fiscal.server'
import { JackpotWins } from './jackpot-facts'
import { MonthlyReportPage } from './report-pages'
import { loadMonthly } from './report-pages.server'

export const loader = guarded(monthlyReportsRule, context => loadMonthly(context, 'jackpots'))

export default function MonthlyJackpotReportPage() {
  const { t } = useShell()
  return (
    <MonthlyReportPage
      variant="jackpots"
      pathOf={place => `/reports/monthly-jackpot-report/${place}`}
      commands={place => (
        <LinkButton href={`/reports/monthly-report/${place}`}>{t('fiscal:jackpots.takings')}</LinkButton>
      )}
      evidence={(_, document) => ({ under: <JackpotWins document={document} /> })}
    />
  )
}
