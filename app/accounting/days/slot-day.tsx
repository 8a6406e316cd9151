/**
 * A slot's part in a location's day: its opening and closing reading, and its hours, each of which leads to its
 * readings.
 */
import type { SlotDay } from '../../../backend/accounting/days/days.contract'
import { NO_SMIB } from '../../../backend/telemetry/readings/meters.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { PageHeader, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { ArchivedNote } from './archived-note'
import { DayState, SlotFacts, useDayFormat } from './day-facts'
import { loadSlotDay, type SlotDayShown } from './day.server'
import { Interventions } from './interventions'
import { moneyColumn } from '../../i18n/money-column'

export const loader = guarded('slot::get', loadSlotDay)

const figures = ['coin_in', 'coin_out', 'jackpot', 'net_win'] as const

export default function SlotDayPage() {
  const { title, answer, page } = useLoaded<typeof loader>()
  const { t } = useShell()
  const { slot, rows } = answer
  return (
    <>
      <PageHeader
        title={title}
        status={<DayState head={answer} />}
        commands={
          <>
            <LinkButton href={page}>{answer.location.name}</LinkButton>
            <LinkButton href={`/slots/${slot._id}`}>{t('days:by.slot')}</LinkButton>
          </>
        }
      />
      <ArchivedNote head={answer} />
      {rows.map(row => (
        <Section key={`${row.currency} ${row.denomination_minor}`} title={t('days:day.indexes')}>
          <SlotFacts row={row} head={answer} />
          <Indexes row={row} shown={answer} />
        </Section>
      ))}
      <Interventions shown={answer} title={t('days:day.interventions')} />
      <Section title={t('days:day.hours')}>
        <Hours shown={answer} page={page} />
      </Section>
    </>
  )
}

type Shown = SlotDayShown['answer']

/** Only meters that either reading has, or that moved. */
function Indexes({ row, shown }: { row: SlotDay; shown: Shown }) {
  const { t } = useShell()
  const format = useDayFormat(shown)
  const { opening, closing, moved } = row
  const names = Object.keys(closing?.meters ?? opening?.meters ?? moved).filter(
    name => (closing?.meters[name] ?? opening?.meters[name] ?? null) !== null || (moved[name] ?? 0) !== 0,
  )
  const head = (word: string, reading: SlotDay['opening']) =>
    reading ? (
      <>
        {word}
        <br />
        <small>
          {format.dateTime(reading.server_time)},{' '}
          {reading.smib_id === NO_SMIB
            ? t('days:hour.by_hand')
            : `${t('counters:fields.message_seq_nr')} ${format.number(reading.message_seq_nr)}`}
        </small>
      </>
    ) : (
      word
    )
  const value = (one: number | null | undefined) =>
    one === null || one === undefined ? '–' : format.number(one)
  return (
    <DataTable
      caption={t('days:day.indexes')}
      columns={[
        { key: 'meter', label: t('days:day.meter') },
        { key: 'opening', label: head(t('days:day.opening'), opening), numeric: true, rank: 2 },
        { key: 'closing', label: head(t('days:day.closing'), closing), numeric: true, rank: 3 },
        { key: 'moved', label: t('days:day.moved'), numeric: true },
      ]}
      rows={names.map(name => ({
        key: name,
        cells: [
          t(`counters:fields.${name}`),
          value(opening?.meters[name]),
          value(closing?.meters[name]),
          value(moved[name]),
        ],
      }))}
    />
  )
}

function Hours({ shown, page }: { shown: Shown; page: string }) {
  const { t } = useShell()
  const format = useDayFormat(shown)
  const money = moneyColumn(
    format,
    shown.hours.map(({ sums }) => sums?.currency),
  )
  return (
    <DataTable
      caption={t('days:day.hours')}
      columns={[
        { key: 'hour', label: t('days:day.hour') },
        { key: 'readings', label: t('days:day.readings_count'), numeric: true, rank: 3 },
        { key: 'price', label: money.head(t('days:day.price')), numeric: true },
        ...figures.map(name => ({
          key: name,
          label: money.head(t(`days:fields.${name}`)),
          numeric: true,
          ...(name === 'net_win' && { rank: 2 as const }),
        })),
      ]}
      rows={shown.hours.map(({ from, to, readings, denomination_minor, sums }) => ({
        key: `${from} ${denomination_minor}`,
        cells: [
          <a key="hour" className="ev" href={`${page}/${shown.slot._id}/${from}`}>
            {format.span(from, to)}
          </a>,
          format.number(readings),
          sums ? money.cell(denomination_minor, sums.currency) : '–',
          ...figures.map(name => (sums ? money.cell(sums[name], sums.currency) : '–')),
        ],
        ...(sums === null && { muted: true }),
      }))}
    />
  )
}
