/**
 * Money widgets: a chart above the table of its days, each currency separately; and the slots' actual against their
 * theoretical hold.
 */
import { DAY_MS } from '../../../backend/platform/contract/durations'
import type {
  DataOf,
  ShownWidget,
  TakingsData,
} from '../../../backend/operations/dashboard/dashboard.contract'
import { OnPhone } from '../../ui/on-phone'
import { useShell } from '../../console/shell-context'
import { ColumnChart } from '../../ui/chart'
import { DataTable } from '../../ui/table'
import { Tile, Tiles } from '../../ui/tiles'
import { ChangeWidget, NoData } from './no-data'
import { slotsWith } from './widget-links'
import { moneyColumn, withUnit } from '../../i18n/money-column'
import { RecordLink } from '../../engine/components/record-link'

/** A wide chart is next to small tables, so it is usually as tall as they are. */
const heights = { 1: 112, 2: 224, 3: 224 } as const
/** With more days than this a narrow widget has no room for figures over the bars: they are in the table. */
const WRITTEN = { 1: 0, 2: 14, 3: 31 } as const

export function TakenFigures({
  widget,
  data: { kind, from, open_from: openFrom, currencies },
  name,
}: {
  widget: ShownWidget
  data: TakingsData
  name: string
}) {
  const { t, format } = useShell()
  const { size } = widget
  if (currencies.length === 0)
    return (
      <NoData words={t('dashboard:no_readings')}>
        <ChangeWidget widget={widget}>{t('dashboard:change')}</ChangeWidget>
        <a className="link" href={slotsWith(widget, [['state', 'offline']])}>
          {t('dashboard:see_offline')}
        </a>
      </NoData>
    )
  const days = currencies[0]?.values.map((_, nr) => dayAfter(from, nr)) ?? []
  return (
    <>
      {currencies.map(({ currency, total, values }) => (
        <ColumnChart
          key={currency}
          title={t('dashboard:sum', { amount: format.money({ minor: total, currency }) })}
          label={t(`dashboard:chart.${kind}`, { currency })}
          height={heights[size]}
          write={tick => format.number(tick / 100)}
          points={values.map((value, nr) => ({
            key: days[nr] ?? '',
            label: format.day(days[nr] ?? from),
            value,
            text: value === null || days.length > WRITTEN[size] ? '' : format.number(Math.round(value / 100)),
            isOpen: (days[nr] ?? '') >= openFrom,
          }))}
        />
      ))}
      <details className="widget-days">
        <summary>{t('dashboard:by_day')}</summary>
        <DataTable
          caption={`${name}: ${t('dashboard:by_day')}`}
          columns={[
            { key: 'day', label: t('dashboard:day') },
            ...currencies.map(({ currency }) => ({
              key: currency,
              label: currency,
              numeric: true,
              rank: 2 as const,
            })),
          ]}
          rows={days.toReversed().map(day => ({
            key: day,
            cells: [
              <time key="day" dateTime={day}>
                {format.day(day)}
              </time>,
              ...currencies.map(({ values }) => {
                const value = values[days.indexOf(day)] ?? null
                return value === null ? '–' : format.amount(value)
              }),
            ],
          }))}
          totals={[
            {
              key: 'total',
              cells: [t('dashboard:total'), ...currencies.map(({ total }) => format.amount(total))],
            },
          ]}
        />
      </details>
    </>
  )
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export function HoldFigures({
  widget,
  data: { currencies, rows, unknown },
  name,
}: {
  widget: ShownWidget
  data: DataOf<'hold'>
  name: string
}) {
  const { t, format } = useShell()
  const rate = (value: number | null) => (value === null ? '–' : format.percent(value))
  const points = (value: number | null) => (value === null ? '–' : format.percentPoints(value))
  const money = moneyColumn(
    format,
    rows.map(({ currency }) => currency),
  )
  return (
    <>
      {currencies.length > 0 ? (
        <Tiles label={name}>
          {currencies.map(({ currency, actual, theoretical }) => (
            <Tile
              key={currency}
              label={currencies.length > 1 ? `${t('dashboard:kept')}, ${currency}` : t('dashboard:kept')}
              value={rate(actual)}
              note={t('dashboard:theory', { percent: rate(theoretical) })}
            />
          ))}
        </Tiles>
      ) : (
        <NoData words={t('dashboard:no_play')}>
          <ChangeWidget widget={widget}>{t('dashboard:change')}</ChangeWidget>
          <a className="link" href={slotsWith(widget)}>
            {t('dashboard:enter_theory')}
          </a>
        </NoData>
      )}
      {rows.length > 0 ? (
        <DataTable
          caption={t('dashboard:farthest')}
          columns={[
            { key: 'slot', label: t('dashboard:slot') },
            { key: 'actual', label: withUnit(t('dashboard:kept'), '%'), numeric: true, rank: 2 },
            { key: 'theoretical', label: withUnit(t('dashboard:theoretical'), '%'), numeric: true },
            { key: 'difference', label: money.head(t('dashboard:difference')), numeric: true, rank: 3 },
          ]}
          rows={rows.map(({ slot, currency, actual, theoretical, difference }) => ({
            key: `${slot._id} ${currency}`,
            cells: [
              <RecordLink key="slot" className="" to="slots" id={slot._id}>
                {slot.name}
              </RecordLink>,
              <>
                <OnPhone>{t('dashboard:kept')}</OnPhone>
                {points(actual)}
              </>,
              points(theoretical),
              <>
                <OnPhone>{t('dashboard:difference')}</OnPhone>
                {money.cell(difference, currency)}
              </>,
            ],
          }))}
        />
      ) : null}
      {unknown > 0 ? <p className="soft">{t('dashboard:without_theory', { count: unknown })}</p> : null}
    </>
  )
}
