/** The table of a month's days: what each is at, what it comes to, what it lacks and what it needs next. */
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { moneyColumn, type MoneyColumn } from '../../i18n/money-column'
import { FoldedDays } from '../../engine/components/folded-days'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import type { Mark } from '../../ui/tone'
import { shortDaySpans } from '../fiscal-reports/day-spans'
import { deskLines, type LineState } from './desk-lines'
import { useGapWords } from '../fiscal-reports/gap-words'

type Day = MonthDesk['days'][number]
const marks: Record<LineState, Mark> = {
  none: 'muted',
  without_readings: 'muted',
  outside: 'warn',
  future: 'muted',
  open: 'warn',
  closed: 'info',
  sealed: 'good',
}

interface DeskDaysProps {
  desk: MonthDesk
  title: string
}

export function DeskDays({ desk, title }: DeskDaysProps) {
  const { t, locale } = useShell()
  const format = formatter(locale, desk.time_zone)
  const words = useGapWords()
  const money = moneyColumn(
    format,
    desk.totals.map(({ currency }) => currency),
  )
  const outside = desk.days.filter(({ state }) => state === 'outside').map(({ day }) => day)
  const pageOf = (day: string) => `/locations/${desk.location._id}/days/${day}`
  return (
    <Section title={t('fiscal:desk.days_title')}>
      {outside.length > 0 ? (
        <p className="prose-width">
          {t('fiscal:desk.outside', { count: outside.length, days: shortDaySpans(outside, format) })}
        </p>
      ) : null}
      <DataTable
        caption={title}
        columns={[
          { key: 'day', label: t('fiscal:desk.day') },
          { key: 'state', label: t('fiscal:desk.state'), rank: 2 },
          { key: 'takings', label: money.head(t('fiscal:facts.takings')), numeric: true, rank: 3 },
          { key: 'difference', label: money.head(t('fiscal:facts.difference')), numeric: true },
          { key: 'gaps', label: t('fiscal:desk.gaps'), wraps: true, rank: 3 },
          { key: 'todo', label: t('fiscal:desk.todo'), rank: 3, acts: true },
        ]}
        rows={deskLines(desk.days, new Set(desk.to_close)).map(({ state, days, days: [day, ...more] }) => ({
          key: day.day,
          muted: state === 'without_readings',
          hasPlainHead: more.length > 0,
          cells: [
            more.length > 0 ? (
              <FoldedDays key="days" days={days.map(one => one.day)} href={pageOf} />
            ) : (
              <a key="day" className="ev" href={pageOf(day.day)}>
                {format.gamingDay(day.day)}
              </a>
            ),
            <span key="state" className="whitespace-nowrap">
              <Status mark={marks[state]}>{t(`fiscal:desk.states.${state}`)}</Status>
            </span>,
            amounts(day, 'takings', money),
            amounts(day, 'difference', money),
            day.gaps.map(gap => (
              <span key={gap.kind} className="block">
                {words(gap)}
              </span>
            )),
            more.length > 0 || state === 'without_readings' ? '' : <Todo key="todo" desk={desk} day={day} />,
          ],
        }))}
        totals={desk.totals.map(total => ({
          key: total.currency,
          cells: [
            t('fiscal:desk.total', { count: total.days }),
            '',
            money.cell(total.takings.minor, total.takings.currency),
            money.cell(total.difference.minor, total.difference.currency),
            '',
            '',
          ],
        }))}
      />
    </Section>
  )
}

/** One link a currency: each has a report of its own. */
function amounts({ reports }: Day, name: 'takings' | 'difference', money: MoneyColumn) {
  return reports.map(report => (
    <span key={report._id} className="block">
      {name === 'takings' ? (
        <a className="ev" href={`/reports/daily-report/${report._id}`}>
          {money.cell(report.takings.minor, report.takings.currency)}
        </a>
      ) : (
        money.cell(report.difference.minor, report.difference.currency)
      )}
    </span>
  ))
}

/** What the day needs next, with the page where that is done. */
function Todo({ desk: { location, next_to_seal: next }, day }: { desk: MonthDesk; day: Day }) {
  const { t, can } = useShell()
  // The sealing page has a person accept missing hours or an unusual turnover one by one.
  const lacks = day.reports.some(({ incomplete }) => incomplete > 0)
  const page = `/locations/${location._id}/days/${day.day}`
  if (day.state === 'open' || day.state === 'none')
    return (
      <a className="link" href={page}>
        {t('fiscal:desk.close')}
      </a>
    )
  if (day.state !== 'closed') return null
  // What was decided a moment ago is in no report yet: nothing is left to decide.
  if (day.held > 0 && day.changing) return <Status mark="muted">{t('fiscal:desk.changing')}</Status>
  if (day.held > 0)
    return (
      <a className="link" href={`/repairs?location=${location._id}&state=open`}>
        {t('fiscal:desk.decide')}
      </a>
    )
  if (!can('location::seal_report')) return null
  if (day.day === next)
    return (
      <a className="link" href={`${page}/seal`}>
        {t(lacks ? 'fiscal:desk.accept' : 'fiscal:seal.open')}
      </a>
    )
  return lacks ? (
    <a className="link" href={page}>
      {t('fiscal:desk.look')}
    </a>
  ) : null
}
