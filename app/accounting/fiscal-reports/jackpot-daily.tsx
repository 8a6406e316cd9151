/** The jackpot side of a daily fiscal report. */
import { useShell } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { dailyReportsRule } from './fiscal.server'
import { JackpotWins } from './jackpot-facts'
import { DailyReportPage } from './report-pages'
import { loadDaily } from './report-pages.server'
import { SealLinks } from './seal-links'

export const loader = guarded(dailyReportsRule, context => loadDaily(context, 'jackpots'))

export default function DailyJackpotReportPage() {
  const { t } = useShell()
  return (
    <DailyReportPage
      variant="jackpots"
      pathOf={id => `/reports/daily-jackpot-report/${id}`}
      commands={({ report }) => (
        <LinkButton href={`/reports/daily-report/${report._id}`}>{t('fiscal:jackpots.takings')}</LinkButton>
      )}
      evidence={({ report: { document, seal } }) => ({
        under: (
          <>
            <JackpotWins document={document} />
            {seal ? <SealLinks seal={seal} location={document.location._id} /> : null}
          </>
        ),
      })}
    />
  )
}
