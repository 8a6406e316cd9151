/** A location's gaming day: what it stands at, slot by slot, how complete that is, and the form that closes it. */
import { useShell, useShown } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { OrderForm, reasonField } from '../../engine/form/order-form'
import { closeDay, loadDay } from './day.server'
import { DayBadge, DayFacts, DayState, useDayFormat } from './day-facts'
import { moneyColumn } from '../../i18n/money-column'

export const loader = guarded('slot::get', context => loadDay(context))
export const action = guarded({ all: ['slot::get', 'location::close_day'] }, closeDay, { keepsAnswer: true })

const figures = ['coin_in', 'coin_out', 'jackpot', 'net_win'] as const

export default function LocationDayPage() {
  const { title, answer: day, page, key, answered } = useShown<typeof loader>()
  const { t, can } = useShell()
  const format = useDayFormat(day)
  const money = moneyColumn(
    format,
    day.slots.map(({ currency }) => currency),
  )
  const mayClose = day.state === 'open' && day.as_of >= day.may_close_at && can('location::close_day')
  return (
    <>
      <PageHeader
        title={title}
        status={
          <>
            <DayState head={day} />
            <DayBadge quality={day.quality} />
          </>
        }
        commands={
          <LinkButton href={page.replace(/\/[^/]+$/, `?by=day&from=${day.day}&to=${day.day}`)}>
            {t('days:of', { name: day.location.name })}
          </LinkButton>
        }
      />
      <DayFacts day={day} />
      {day.slots.length === 0 ? (
        <EmptyState title={t('days:day.no_slots')} />
      ) : (
        <DataTable
          caption={title}
          columns={[
            { key: 'slot', label: t('days:by.slot'), mono: true },
            ...figures.map(name => ({
              key: name,
              label: money.head(t(`days:fields.${name}`)),
              numeric: true,
              ...(name === 'net_win' && { rank: 2 as const }),
            })),
            { key: 'games', label: t('days:fields.games_played'), numeric: true },
            { key: 'data', label: t('days:day.data'), rank: 3 },
          ]}
          rows={day.slots.map(({ slot, currency, denomination_minor, sums, quality }) => ({
            key: `${slot._id} ${currency} ${denomination_minor}`,
            cells: [
              <a key="slot" className="ev" href={`${page}/${slot._id}`}>
                {slot.name}
              </a>,
              ...figures.map(name => money.cell(sums[name], currency)),
              format.number(sums.games_played),
              <DayBadge key="data" quality={quality} />,
            ],
          }))}
          totals={day.totals.map(total => ({
            key: total.currency,
            cells: [
              t('days:day.total'),
              ...figures.map(name => money.cell(total[name], total.currency)),
              format.number(total.games_played),
              '',
            ],
          }))}
        />
      )}
      {mayClose ? (
        <Section title={t('days:day.close')} className="no-print">
          <OrderForm
            intent="close"
            effect={t('days:day.close_what')}
            submit={t('days:day.close')}
            answered={answered}
            formKey={key}
            action={page}
            checkHref={page}
            fields={[reasonField(t)]}
          />
        </Section>
      ) : null}
    </>
  )
}
