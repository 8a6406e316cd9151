/** Months with days that come first, or that fall out of the books, each with the desk where that is done. */
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { Alert } from '../../ui/alert'
import { shortDaySpans } from '../fiscal-reports/day-spans'

interface EarlierMonthsProps {
  months: MonthDesk['earlier']
  location: string
  timeZone: string
  className?: string
}

export function EarlierMonths({ months, location, timeZone, className }: EarlierMonthsProps) {
  const { t, locale } = useShell()
  if (months.length === 0) return null
  const format = formatter(locale, timeZone)
  const hasOpen = months.some(({ open }) => open.length > 0)
  return (
    <Alert tone="warn" title={t('fiscal:earlier.title')} {...(className && { className })}>
      {hasOpen ? <p>{t('fiscal:earlier.what')}</p> : null}
      <ul>
        {months.map(({ month, open, closed }) => (
          <li key={month}>
            <a className="link" href={`/reports/month-desk/${location}-${month}`}>
              {t('fiscal:earlier.go', { month: format.month(month) })}
            </a>
            {open.length > 0
              ? ` · ${t('fiscal:earlier.open', { count: open.length, days: shortDaySpans(open, format) })}`
              : ''}
            {closed > 0 ? ` · ${t('fiscal:earlier.closed', { count: closed })}` : ''}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
