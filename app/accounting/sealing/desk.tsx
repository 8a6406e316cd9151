/** The month's desk: each day of a location's month, what stands in its way, and the form that accepts and seals. */
import { data } from '@remix-run/node'
import { LOCK_PERMISSION } from '../../../backend/accounting/period-lock/period-lock.contract'
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import { useShell, useShown } from '../../console/shell-context'
import { listHeaders } from '../../engine/data/paging.server'
import { formatter, type Format } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { PendingRequest } from '../../workflow/second-person/pending-request'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { DeskDays } from './desk-days'
import { shortDaySpans } from '../fiscal-reports/day-spans'
import { EarlierMonths } from './earlier-months'
import { PeriodLock } from './period-lock'
import { isRunning, SealRunShown } from './seal-run'
import { SealRunForm, type DeskForms } from './seal-run-form'
import { loadDesk, performDesk } from './desk.server'
import { monthlyReportsRule } from '../fiscal-reports/fiscal.server'

/** While days are being sealed the page asks again by itself, with and without scripts. Seconds. */
const ASK_AGAIN = '3'

export const loader = guarded(monthlyReportsRule, async context => {
  const shown = await loadDesk(context)
  return isRunning(shown.desk.run) ? data(shown, { headers: { Refresh: ASK_AGAIN } }) : data(shown)
})
export const headers = listHeaders
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

export default function MonthDeskPage() {
  const { title, desk, key, reasons, ticked, answered } = useShown<typeof loader>()
  const { t, locale, can } = useShell()
  const format = formatter(locale, desk.time_zone)
  const { location, month, days, totals, state, run } = desk
  const here = `/reports/month-desk/${location._id}-${month}`
  const report = `/reports/monthly-report/${location._id}-${month}`
  // Days that are not over, or from before its first report and without a reading, have nothing to say.
  const toClose = new Set(desk.to_close)
  const shown = days.filter(one => one.state !== 'future' && (one.state !== 'none' || toClose.has(one.day)))
  const forms = { answered, formKey: key, action: here, checkHref: here }
  const maySeal = can('location::seal_report') && state !== 'sealed' && shown.length > 0
  // Who seals closes in the same press; a request to a second person names closed days alone.
  const mayClose = toClose.size > 0 && can('location::close_day') && !isRunning(run)
  const isBeforeBooks = new Set(desk.left_out)
  const mayCloseEarlier = can('location::close_day') && desk.second_person === null
  const closesHere = mayClose && (!maySeal || desk.second_person !== null)
  // A day from before the first report has one of its own only while no later one is sealed: that comes first.
  const closesFirst = days.some(one => one.state === 'none' && toClose.has(one.day))
  const closing = closesHere ? <CloseDays desk={desk} forms={forms} isEarlier={closesFirst} /> : null
  return (
    <>
      <PageHeader
        title={title}
        status={<SealedOf desk={desk} format={format} />}
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
      {run ? <SealRunShown desk={desk} run={run} here={here} /> : null}
      {/* The days stand next to what is done to them. */}
      <div className="split rail-first">
        <div>
          {/* A run closes and seals them at this moment. */}
          {isRunning(run) ? null : (
            <EarlierMonths
              months={desk.earlier}
              location={location._id}
              timeZone={desk.time_zone}
              className="mb-2 no-print"
            />
          )}
          {closesFirst ? closing : null}
          {maySeal && !isRunning(run) ? (
            <Section title={t('fiscal:desk.what_now')} className="no-print">
              <WhatNow
                desk={desk}
                forms={forms}
                reasons={reasons}
                ticked={ticked}
                closes={mayClose && !closesHere ? desk.to_close.filter(day => !isBeforeBooks.has(day)) : []}
                mayClose={mayCloseEarlier}
              />
            </Section>
          ) : null}
          {closesFirst ? null : closing}
          <PeriodLock desk={desk} forms={forms} />
        </div>
        {shown.length === 0 ? (
          <EmptyState
            title={t(desk.next_to_seal === null ? 'fiscal:desk.nothing' : 'fiscal:desk.nothing_here')}
          />
        ) : (
          <DeskDays desk={desk} title={title} />
        )}
      </div>
    </>
  )
}

/**
 * Of the days that are over and sealed one by one: those from before the books, and outside of them, are none.
 */
function SealedOf({ desk: { days, state }, format }: { desk: MonthDesk; format: Format }) {
  const { t } = useShell()
  if (state === 'sealed') return <Status mark="good">{t('fiscal:states.sealed')}</Status>
  const own = days.filter(one => !['none', 'outside', 'future'].includes(one.state))
  if (own.length === 0) return null
  return (
    <Status mark="info">
      {t('fiscal:desk.sealed_of', {
        sealed: format.number(own.filter(one => one.state === 'sealed').length),
        count: own.length,
        days: shortDaySpans(
          own.map(({ day }) => day),
          format,
        ),
      })}
    </Status>
  )
}

interface WhatNowProps {
  desk: MonthDesk
  forms: DeskForms
  reasons: readonly string[]
  ticked: readonly string[]
  closes: readonly string[]
  mayClose: boolean
}

function WhatNow({ desk, forms, reasons, ticked, closes, mayClose }: WhatNowProps) {
  const { t, locale } = useShell()
  const { second_person: second, next_to_seal: next, month, days, left_out } = desk
  if (second?.waiting) return <PendingRequest waiting={second.waiting} />
  const comesLater = next !== null && next.slice(0, 7) < month && !days.some(({ day }) => day === next)
  const hasOwn = mayClose && left_out.some(day => day.startsWith(month))
  const hasDays = closes.length > 0 || hasOwn || days.some(one => one.state === 'closed')
  if (hasDays && !comesLater)
    return (
      <SealRunForm
        desk={desk}
        forms={forms}
        reasons={reasons}
        ticked={ticked}
        closes={closes}
        mayClose={mayClose}
      />
    )
  const effect = t('fiscal:desk.month_effect')
  return desk.month_ready ? (
    <OrderForm
      {...forms}
      intent="seal-month"
      effect={second ? `${effect} ${t('approvals:ask.effect')}` : effect}
      submit={t(second ? 'approvals:ask.submit' : 'fiscal:desk.month_submit')}
      fields={[]}
    />
  ) : (
    <p className="prose-width">{nextStep(desk, formatter(locale, desk.time_zone), t)}</p>
  )
}

/** Days that are over and not closed: by one press, with one reason. */
function CloseDays({
  desk: { to_close, time_zone },
  forms,
  isEarlier,
}: {
  desk: MonthDesk
  forms: DeskForms
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
