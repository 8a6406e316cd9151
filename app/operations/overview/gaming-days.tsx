/** The last gaming days of a slot, a location or an owner: figures of the backend, never added up here. */
import { DAY_MS } from '../../../backend/platform/contract/durations'
import { aggregateAnswer, type DayFigures } from '../../../backend/accounting/figures/aggregate.contract'
import type { z } from 'zod'
import { historyQuestion, type HistoryAnswer } from '../../console/history-question'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import type { Format } from '../../i18n/format'
import { ColumnChart } from '../../ui/chart'
import { DataTable, type Column } from '../../ui/table'
import { HistoryLine } from './history-line'
import { OnPhone } from '../../ui/on-phone'

const DAYS = 14

export const gamingDays = (entity: 'tenant' | 'location' | 'slot') =>
  sidePanel({
    title: 'activity:days.title',
    // A slot's own days fit next to its facts; those of several slots are wider than a column.
    wide: entity !== 'slot',
    ask: id => ({
      permission: 'slot::get',
      path: `/api/aggregate/v1/${entity}/days`,
      body: { ids: [id], days: DAYS },
      shape: aggregateAnswer,
    }),
    otherwise: { isEmpty: answer => answer.rows.length === 0, ask: historyQuestion },
    more: id => `/${entity}s/${id}/days`,
    show: (answer, reason) => <GamingDays answer={answer} history={reason} />,
  })

const amounts = ['coin_in', 'coin_out', 'jackpot', 'net_win'] as const
type Figures = Pick<DayFigures, (typeof amounts)[number] | 'currency' | 'games_played'>

function GamingDays({
  answer: { rows, totals, from, to },
  history,
}: {
  answer: z.output<typeof aggregateAnswer>
  history: HistoryAnswer | null
}) {
  const { t, format } = useShell()
  if (rows.length === 0)
    return (
      <>
        <p>{t('activity:days.none')}</p>
        <HistoryLine answer={history} />
      </>
    )
  const currencies = [...new Set(rows.map(row => row.currency))]
  const one = currencies.length === 1 ? currencies[0] : undefined
  const label = (name: (typeof amounts)[number]) => t(`activity:days.${name}`)
  const columns: Column[] = [
    { key: 'day', label: t('activity:days.day') },
    ...amounts.map((key): Column => ({
      key,
      numeric: true,
      rank: ranks[key],
      label: one ? `${label(key)} ${one}` : label(key),
    })),
    { key: 'games', numeric: true, label: t('activity:days.games') },
  ]
  const cells = (figures: Figures) => [
    ...amounts.map(name => {
      const text = one
        ? format.amount(figures[name])
        : format.moneyInColumn({ minor: figures[name], currency: figures.currency })
      return ranks[name] ? (
        <>
          <OnPhone>{label(name)}</OnPhone>
          {text}
        </>
      ) : (
        text
      )
    }),
    format.number(figures.games_played),
  ]
  return (
    <>
      {one ? (
        <ColumnChart
          title={`${label('net_win')}, ${one}`}
          label={t('activity:days.chart')}
          height={132}
          write={tick => format.number(tick / 100)}
          points={daysFrom(from, to).map(day => {
            const row = rows.find(one => one.day === day)
            return {
              key: day,
              label: format.day(day),
              value: row?.net_win ?? null,
              text: row ? format.number(Math.round(row.net_win / 100)) : '',
              isOpen: day === to,
            }
          })}
        />
      ) : null}
      <DataTable
        caption={t('activity:days.title')}
        columns={columns}
        rows={daysFrom(rows[0]?.day ?? to, to).flatMap(day => {
          const known = rows.filter(row => row.day === day)
          return known.length > 0
            ? known.map(row => ({
                key: `${day} ${row.currency}`,
                cells: [dayText(format, day), ...cells(row)],
              }))
            : [
                {
                  key: day,
                  muted: true,
                  cells: [<Silent key="day" day={day} />, ...columns.slice(1).map(() => '–')],
                },
              ]
        })}
        totals={totals.map(total => ({
          key: total.currency,
          cells: [t('activity:days.total'), ...cells(total)],
        }))}
      />
    </>
  )
}

/** A day without readings says so: without its row it would look like a day that never was. */
function Silent({ day }: { day: string }) {
  const { t, format } = useShell()
  return (
    <>
      {dayText(format, day)} · {t('activity:days.silent')}
    </>
  )
}

const ranks: Partial<Record<(typeof amounts)[number], 2 | 3>> = { coin_in: 2, net_win: 3 }

/** A gaming day is a name, not an instant: it is written without a zone moving it. */
const dayText = (format: Format, day: string) => <time dateTime={day}>{format.day(day)}</time>

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
