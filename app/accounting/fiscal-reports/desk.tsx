/** The month's desk: each day of a location's month, what stands in its way, and the forms that seal what is ready. */
import { useLoaderData } from '@remix-run/react'
import { LOCK_PERMISSION } from '../../../backend/accounting/period-lock/period-lock.contract'
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { useAnswer, useShell } from '../../console/shell-context'
import { formatter, type Format } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import type { Mark } from '../../ui/tone'
import { PendingRequest } from '../../workflow/second-person/pending-request'
import { OrderForm, reasonField } from '../../estate/control/order-form'
import { PeriodLock } from './period-lock'
import { loadDesk, performDesk, type DeskShown } from './desk.server'
import { monthlyReportsRule } from './fiscal.server'

export const loader = guarded(monthlyReportsRule, context => loadDesk(context))
export const action = guarded(
  {
    all: [
      ...monthlyReportsRule.all,
      { any: ['location::close_day', 'location::seal_report', LOCK_PERMISSION] },
    ],
  },
  performDesk,
  {
    keepsAnswer: true,
  },
)

type Day = MonthDesk['days'][number]
const marks: Record<Day['state'], Mark> = {
  none: 'muted',
  future: 'muted',
  open: 'warn',
  closed: 'info',
  sealed: 'good',
}

export default function MonthDeskPage() {
  const loaded = useLoaderData() as DeskShown
  const { title, desk, key, answered } = useAnswer<DeskShown>() ?? loaded
  const { t, locale, can } = useShell()
  const format = formatter(locale, desk.time_zone)
  const { location, month, days, totals, ready, state, second_person: second } = desk
  const withAsking = (effect: string) => (second ? `${effect} ${t('approvals:ask.effect')}` : effect)
  const here = `/reports/month-desk/${location._id}-${month}`
  const report = `/reports/monthly-report/${location._id}-${month}`
  // Days that are not over, or from before its first report and without a reading, have nothing to say.
  const toClose = new Set(desk.to_close)
  const shown = days.filter(({ state, day }) => state !== 'future' && (state !== 'none' || toClose.has(day)))
  const sealed = days.filter(one => one.state === 'sealed').length
  const mayBe = days.filter(one => one.state !== 'none').length
  const seen = days.flatMap(one => one.reports.map(({ _id }) => _id))
  const forms = { answered, formKey: key, action: here, checkHref: here }
  const mayClose = toClose.size > 0 && can('location::close_day')
  // A day from before the first report has one of its own only while no later one is sealed: that comes first.
  const closesFirst = days.some(({ state, day }) => state === 'none' && toClose.has(day))
  const closing = mayClose ? <CloseDays desk={desk} forms={forms} isEarlier={closesFirst} /> : null
  return (
    <>
      <PageHeader
        title={title}
        status={
          mayBe > 0 ? (
            <Status mark={state === 'sealed' ? 'good' : 'info'}>
              {state === 'sealed'
                ? t('fiscal:states.sealed')
                : t('fiscal:desk.sealed_of', { sealed: format.number(sealed), count: mayBe })}
            </Status>
          ) : null
        }
        age={t('engine:list.as_of', { time: format.dateTime(desk.as_of) })}
        commands={
          <>
            <LinkButton href={monthHref(location._id, month, -1)}>{t('days:calendar.previous')}</LinkButton>
            {desk.ends_at <= desk.as_of ? (
              <LinkButton href={monthHref(location._id, month, 1)}>{t('days:calendar.next')}</LinkButton>
            ) : null}
            {totals.length > 0 ? (
              <>
                <LinkButton href={report}>{t('fiscal:desk.report')}</LinkButton>
                <LinkButton href={`${report}/pdf`}>PDF</LinkButton>
                <LinkButton href={`${report}/archive.zip`} icon="download">
                  {t('fiscal:desk.archive')}
                </LinkButton>
              </>
            ) : null}
          </>
        }
      />
      {closesFirst ? closing : null}
      {can('location::seal_report') && state !== 'sealed' && shown.length > 0 ? (
        <Section title={t('fiscal:desk.what_now')} className="no-print">
          {second?.waiting ? (
            <PendingRequest waiting={second.waiting} />
          ) : ready.length > 0 ? (
            <OrderForm
              {...forms}
              intent="seal-days"
              effect={withAsking(
                t('fiscal:desk.days_effect', {
                  from: format.gamingDay(ready[0] ?? ''),
                  to: format.gamingDay(ready.at(-1) ?? ''),
                }),
              )}
              submit={
                second ? t('approvals:ask.submit') : t('fiscal:desk.days_submit', { count: ready.length })
              }
              fields={[]}
            >
              <input type="hidden" name="shown.reports" value={seen.join(',')} />
            </OrderForm>
          ) : desk.month_ready ? (
            <OrderForm
              {...forms}
              intent="seal-month"
              effect={withAsking(t('fiscal:desk.month_effect'))}
              submit={t(second ? 'approvals:ask.submit' : 'fiscal:desk.month_submit')}
              fields={[]}
            />
          ) : (
            <p className="prose-width">{nextStep(desk, format, t)}</p>
          )}
        </Section>
      ) : null}
      {closesFirst ? null : closing}
      <PeriodLock desk={desk} forms={forms} />
      {shown.length === 0 ? (
        <EmptyState
          title={t(desk.next_to_seal === null ? 'fiscal:desk.nothing' : 'fiscal:desk.nothing_here')}
        />
      ) : null}
      {shown.length > 0 ? (
        <Section title={t('fiscal:desk.days_title')}>
          <DataTable
            caption={title}
            columns={[
              { key: 'day', label: t('fiscal:desk.day') },
              { key: 'state', label: t('fiscal:desk.state'), rank: 2 },
              { key: 'takings', label: t('fiscal:facts.takings'), numeric: true, rank: 3 },
              { key: 'difference', label: t('fiscal:facts.difference'), numeric: true },
              { key: 'hours', label: t('fiscal:desk.hours'), numeric: true },
              { key: 'repairs', label: t('fiscal:facts.repairs'), numeric: true },
              { key: 'todo', label: t('fiscal:desk.todo'), rank: 3 },
            ]}
            rows={shown.map(day => ({
              key: day.day,
              cells: [
                <a key="day" className="ev" href={`/locations/${location._id}/days/${day.day}`}>
                  {format.gamingDay(day.day)}
                </a>,
                <Status key="state" mark={marks[day.state]}>
                  {t(`fiscal:desk.states.${day.state}`)}
                </Status>,
                amounts(day, 'takings', format),
                amounts(day, 'difference', format),
                day.missing_hours > 0 ? format.number(day.missing_hours) : '',
                day.held > 0 ? format.number(day.held) : '',
                <Todo key="todo" desk={desk} day={day} />,
              ],
            }))}
            totals={totals.map(total => ({
              key: total.currency,
              cells: [
                t('fiscal:desk.total'),
                '',
                format.money(total.takings),
                format.money(total.difference),
                '',
                '',
                '',
              ],
            }))}
          />
        </Section>
      ) : null}
    </>
  )
}

/** Days that are over and not closed: by one press, with one reason. */
function CloseDays({
  desk: { to_close, time_zone },
  forms,
  isEarlier,
}: {
  desk: MonthDesk
  forms: Omit<Parameters<typeof OrderForm>[0], 'intent' | 'submit' | 'fields'>
  isEarlier: boolean
}) {
  const { t, locale } = useShell()
  const format = formatter(locale, time_zone)
  const [from = '', to = from] = [to_close[0], to_close.at(-1)]
  return (
    <Section title={t('fiscal:desk.close_title')} className="no-print">
      <OrderForm
        {...forms}
        intent="close-days"
        effect={t(isEarlier ? 'fiscal:desk.close_earlier' : 'fiscal:desk.close_effect', {
          from: format.gamingDay(from),
          to: format.gamingDay(to),
          count: to_close.length,
        })}
        submit={t('fiscal:desk.close_submit', { count: to_close.length })}
        fields={[reasonField(t)]}
      >
        <input type="hidden" name="shown.days" value={to_close.join(',')} />
      </OrderForm>
    </Section>
  )
}

/** One link a currency: each has a report of its own. */
function amounts({ reports }: Day, name: 'takings' | 'difference', format: Format) {
  return reports.map(report => (
    <span key={report._id} className="block">
      {name === 'takings' ? (
        <a className="ev" href={`/reports/daily-report/${report._id}`}>
          {format.money(report.takings)}
        </a>
      ) : (
        format.money(report.difference)
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

function nextStep(
  { next_to_seal: next, month, days }: MonthDesk,
  format: Format,
  t: ReturnType<typeof useShell>['t'],
): string {
  if (next === null) return t('fiscal:desk.nothing')
  if (days.every(({ state }) => state === 'none' || state === 'future')) return t('fiscal:desk.nothing_here')
  if (next.slice(0, 7) < month) return t('fiscal:desk.before', { day: format.gamingDay(next) })
  if (!days.some(one => one.day === next && one.state !== 'future')) return t('fiscal:desk.not_over')
  return t('fiscal:desk.next', { day: format.gamingDay(next) })
}

function monthHref(location: string, month: string, by: 1 | -1): string {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  return `/reports/month-desk/${location}-${new Date(Date.UTC(year, nr - 1 + by, 1)).toISOString().slice(0, 7)}`
}
