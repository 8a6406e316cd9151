/** A daily fiscal report. */
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { dailyReportsRule } from './fiscal.server'
import { DailyReportPage } from './report-pages'
import { loadDaily, type DailyShown } from './report-pages.server'
import { SealLinks } from './seal-links'

export const loader = guarded(dailyReportsRule, context => loadDaily(context, 'takings'))

const pathOf = (id: string) => `/reports/daily-report/${id}`

export default function DailyTakingsPage() {
  const { t, can } = useShell()
  return (
    <DailyReportPage
      variant="takings"
      pathOf={pathOf}
      commands={({ report: { _id, state, document } }, isLatest) => (
        <>
          {isLatest && state === 'draft' && can('location::seal_report') ? (
            <LinkButton
              tone="primary"
              href={`/locations/${document.location._id}/days/${document.period}/seal`}
            >
              {t('fiscal:seal.open')}
            </LinkButton>
          ) : null}
          <LinkButton href={`/reports/daily-jackpot-report/${_id}`}>{t('fiscal:jackpots.open')}</LinkButton>
        </>
      )}
      evidence={({ report: { seal, document } }, isLatest) => ({
        row: slot => `/locations/${document.location._id}/days/${document.period}/${slot}`,
        under: seal ? (
          <SealLinks
            seal={seal}
            location={document.location._id}
            {...(isLatest && { day: document.period })}
          />
        ) : null,
      })}
      revisions={shown => <Revisions shown={shown} />}
    />
  )
}

function Revisions({ shown: { report } }: { shown: DailyShown }) {
  const { t, locale } = useShell()
  const { document, revisions } = report
  const format = formatter(locale, document.time_zone)
  if (revisions.length < 2) return null
  return (
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
  )
}
