/**
 * A day's reports before they are sealed: what they come to, what is missing and has to be accepted, and what of
 * earlier days stands in them.
 */
import { oncePerSlot } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { useShell, useShown } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { Check } from '../../ui/field'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { PendingRequest } from '../../workflow/second-person/pending-request'
import { OrderForm, type OrderField } from '../../engine/form/order-form'
import { acceptReason, NOTHING } from './accept-reason'
import { earlierField, LEAVE_OUT } from './earlier-choice'
import { EarlierMonths } from './earlier-months'
import { dailyReportsRule } from '../fiscal-reports/fiscal.server'
import { loadSeal, performSeal } from './seal-day.server'

const needs = { all: [...dailyReportsRule.all, 'location::seal_report'] } as const

export const loader = guarded(needs, context => loadSeal(context))
export const action = guarded(needs, performSeal, { keepsAnswer: true })

export default function SealDayPage() {
  const { title, preview, page, key, reasons, ticked, answered } = useShown<typeof loader>()
  const { t, locale, can } = useShell()
  const format = formatter(locale, preview.time_zone)
  const { location, day, state, next_to_seal: next, reports, second_person: second } = preview
  const desk = `/reports/month-desk/${location._id}-${day.slice(0, 7)}`
  const incomplete = oncePerSlot(reports.flatMap(report => report.incomplete))
  const earlier = reports.flatMap(report => report.earlier)
  const hasEarlier = preview.left_out.length > 0
  // A request to a second person names closed days alone.
  const mayClose = hasEarlier && can('location::close_day') && second === null
  const leaving = hasEarlier
    ? [
        earlierField({
          t,
          locale,
          timeZone: preview.time_zone,
          days: preview.left_out,
          mayClose,
          mayLeave: true,
          typed: answered?.typed[LEAVE_OUT],
        }),
      ]
    : []
  const accepting: OrderField[] =
    incomplete.length === 0 && !mayClose
      ? []
      : [
          {
            name: 'accepted',
            label:
              incomplete.length > 0
                ? t('fiscal:seal.incomplete', { count: incomplete.length })
                : t('fiscal:run.accepted'),
            help: t(incomplete.length > 0 ? 'fiscal:seal.incomplete_help' : 'fiscal:run.accepted_help'),
            group: true,
            control: ({ name }) => (
              <ul>
                {(mayClose ? [NOTHING, 'all'] : []).map(value => (
                  <li key={value}>
                    <Check
                      name={name}
                      value={value}
                      defaultChecked={ticked.includes(value)}
                      label={t(value === 'all' ? 'fiscal:earlier.all' : 'fiscal:run.none')}
                    />
                  </li>
                ))}
                {incomplete.map(({ slot, missing_hours, held, beyond, games_alone }) => (
                  <li key={slot._id}>
                    <Check
                      name={name}
                      value={slot._id}
                      defaultChecked={ticked.includes(slot._id)}
                      label={[
                        slot.name,
                        missing_hours > 0 ? t('engine:report.hours_missing', { count: missing_hours }) : '',
                        held > 0 ? t('engine:report.repairs', { count: held }) : '',
                        beyond
                          ? t(`fiscal:seal.${beyond.meter ? 'beyond_cash' : 'beyond'}.${beyond.by}`, {
                              turnover: format.money(beyond.turnover),
                              usual: format.money(beyond.usual),
                              meter: beyond.meter ? t(`fiscal:cash.${beyond.meter}`) : '',
                            })
                          : '',
                        games_alone
                          ? t('fiscal:seal.games_alone', {
                              turnover: format.money(games_alone),
                            })
                          : '',
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    />
                  </li>
                ))}
              </ul>
            ),
          },
          acceptReason(t, answered?.typed['reason.usual'], reasons),
        ]
  return (
    <>
      <PageHeader title={title} commands={<LinkButton href={desk}>{t('fiscal:desk.open')}</LinkButton>} />
      {state === 'sealed' ? null : (
        <EarlierMonths
          months={preview.earlier_months}
          location={location._id}
          timeZone={preview.time_zone}
          className="mb-2"
        />
      )}
      {state === 'sealed' ? (
        <Alert tone="good" title={t('fiscal:seal.is_sealed')} />
      ) : state !== 'closed' ? (
        <EmptyState title={t('fiscal:seal.not_closed')}>
          <a className="link" href={page}>
            {t('fiscal:seal.to_day')}
          </a>
        </EmptyState>
      ) : next !== day ? (
        <Alert tone="warn" title={t('fiscal:seal.in_order')}>
          {next ? (
            <a className="link" href={`/locations/${location._id}/days/${next}/seal`}>
              {t('fiscal:seal.next', { day: format.gamingDay(next) })}
            </a>
          ) : null}
        </Alert>
      ) : (
        <>
          {reports.map(report => (
            <Facts
              key={report._id}
              items={[
                {
                  key: 'takings',
                  label: t('fiscal:facts.takings'),
                  value: <strong>{format.money(report.takings)}</strong>,
                },
                {
                  key: 'difference',
                  label: t('fiscal:facts.difference'),
                  value: format.money(report.difference),
                },
                { key: 'slots', label: t('fiscal:seal.slots'), value: format.number(report.slots) },
                {
                  key: 'report',
                  label: t('fiscal:seal.report'),
                  value: (
                    <a className="link" href={`/reports/daily-report/${report._id}`}>
                      {t('fiscal:revision_of', {
                        revision: format.number(report.revision),
                        at: format.dateTime(report.made_at),
                      })}
                    </a>
                  ),
                },
              ]}
            />
          ))}
          {earlier.length > 0 ? (
            <Section title={t('fiscal:seal.earlier')}>
              <ul>
                {earlier.map(one => (
                  <li key={`${one.day} ${one.slot._id} ${one.takings.currency}`}>
                    {format.gamingDay(one.day)} · {one.slot.name} · {format.money(one.takings)}
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
          <Section title={t('fiscal:seal.open')}>
            {second?.waiting ? (
              <PendingRequest waiting={second.waiting} />
            ) : (
              <OrderForm
                intent="seal"
                effect={t('fiscal:seal.effect') + (second ? ` ${t('approvals:ask.effect')}` : '')}
                submit={t(second ? 'approvals:ask.submit' : 'fiscal:seal.submit')}
                answered={answered}
                formKey={key}
                action={`${page}/seal`}
                checkHref={desk}
                backHref={desk}
                fields={[...leaving, ...accepting]}
              >
                {reports.map(({ _id }) => (
                  <input key={_id} type="hidden" name="report" value={_id} />
                ))}
              </OrderForm>
            )}
          </Section>
        </>
      )}
    </>
  )
}
