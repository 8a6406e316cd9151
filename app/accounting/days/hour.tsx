/**
 * The end of the way from a figure: the readings of an hour as they were sent, the one before them, and what was booked
 * of their difference.
 */
import { Fragment } from 'react'
import { NO_SMIB } from '../../../backend/telemetry/readings/meters.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { writeInstant } from '../../engine/period/period'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { ArchivedNote } from './archived-note'
import { DayState, useDayFormat } from './day-facts'
import { loadHour, type HourShown } from './day.server'
import { Interventions } from './interventions'
import { SummedGames } from './summed-games'
import { moneyColumn } from '../../i18n/money-column'

export const loader = guarded('slot::get', loadHour)

type Shown = HourShown['answer']

const byHand = ({ smib_id }: Shown['readings'][number]): boolean => smib_id === NO_SMIB

const keyOf = ({ smib_id, server_time, message_seq_nr }: Shown['readings'][number]): string =>
  `smib=${smib_id}&at=${server_time}&nr=${message_seq_nr}`

/** What a corrected reading stands for. */
function editOf({ interventions }: Shown, { server_time }: Shown['readings'][number]): string | undefined {
  const edit = interventions.find(
    one => one.of === 'edit' && one.bucket === 'counters' && one.does === 'correct' && one.at === server_time,
  )
  return edit && `${resourcePaths['message-edits']}/${edit._id}`
}

/** The address of what says that its message is ignored. */
function ignoredOf(
  { interventions }: Shown,
  { server_time, message_seq_nr }: Shown['readings'][number],
): string | undefined {
  const found = interventions.find(
    one => one.of === 'ignored' && one.at === server_time && one.message_seq_nr === message_seq_nr,
  )
  return found && `${resourcePaths['ignored-messages']}/${found._id}`
}

const MOST_METERS = 8
const MOST_NAMED = 3

/** Counts no credits: it is not worth money. */
const isCount = (meter: string): boolean => meter.startsWith('games')

export default function HourPage() {
  const { title, answer, page } = useLoaded<typeof loader>()
  const { t, can } = useShell()
  const { slot, hour } = answer
  // The one before that is left of an archived day is not what its first reading was compared with.
  const isReadable = !answer.archived || answer.readings.some(one => !one.before)
  const search = new URLSearchParams({
    type: 'slot',
    dateStart: writeInstant(hour.from),
    dateEnd: writeInstant(hour.to),
    ...(answer.game_nr > 0 && { game_nr: String(answer.game_nr) }),
  })
  return (
    <>
      <PageHeader
        title={title}
        status={<DayState head={answer} />}
        commands={
          <>
            <LinkButton href={`${page}/${slot._id}`}>{slot.name}</LinkButton>
            <LinkButton href={`/counters/${slot._id}?${search.toString()}`}>{t('days:hour.all')}</LinkButton>
            {can('slot::enter_readings') && isReadable ? (
              <LinkButton href={`/slots/${slot._id}/manual-reading?at=${hour.to}`}>
                {t('days:hour.enter')}
              </LinkButton>
            ) : null}
          </>
        }
      />
      <p>{t('engine:stream.zone', { zone: answer.time_zone })}</p>
      <ArchivedNote head={answer} />
      {isReadable ? (
        <Section title={t('days:hour.readings')}>
          <SummedGames shown={answer} page={page} />
          {answer.readings.length === 0 && answer.summed_games.length > 0 ? null : answer.readings.length ===
            0 ? (
            <EmptyState title={t('days:hour.none')} />
          ) : (
            <Readings shown={answer} />
          )}
        </Section>
      ) : null}
      <Interventions shown={answer} title={t('days:hour.interventions')} />
      <Section title={t('days:hour.booked')}>
        {answer.booked.every(one => Object.values(one.moved).every(value => value === 0)) ? (
          <EmptyState title={t('days:hour.no_booking')} />
        ) : (
          <>
            <p className="prose-width">{t('days:hour.booked_what')}</p>
            <Silence shown={answer} />
            <Booked shown={answer} />
          </>
        )}
      </Section>
    </>
  )
}

/** What was played in a silence is booked with the reading that ended it. */
function Silence({ shown }: { shown: Shown }) {
  const { t } = useShell()
  const format = useDayFormat(shown)
  const [last] = shown.readings
  const first = shown.readings.find(one => !one.before && one.held === null)
  if (!last?.before || !first || last.server_time >= shown.hour.from) return null
  return (
    <p className="prose-width">
      {t('days:hour.silence', {
        from: format.dateTime(last.server_time),
        to: format.dateTime(first.server_time),
      })}
    </p>
  )
}

function Readings({ shown }: { shown: Shown }) {
  const { t, can } = useShell()
  const format = useDayFormat(shown)
  const { readings, hour } = shown
  const at = format.isClockPut(hour.from, hour.to) ? format.exact : format.dateTime
  const [mayIgnore, mayEdit] = [can('rawdata::ignore_message'), can('rawdata::edit')]
  const money = moneyColumn(
    format,
    readings.map(({ currency }) => currency),
  )
  const moved = new Set(
    shown.booked.flatMap(one => Object.keys(one.moved).filter(name => one.moved[name] !== 0)),
  )
  const reported = Object.keys(readings[0]?.meters ?? {}).filter(name =>
    readings.some(one => typeof one.meters[name] === 'number'),
  )
  // What moved first: a wide table hides its end.
  const names = [
    ...reported.filter(name => moved.has(name)),
    ...reported.filter(name => !moved.has(name)),
  ].slice(0, MOST_METERS)
  return (
    <DataTable
      caption={t('days:hour.readings')}
      columns={[
        { key: 'at', label: t('counters:fields.server_time') },
        { key: 'seq', label: t('counters:fields.message_seq_nr'), numeric: true, rank: 2 },
        { key: 'state', label: t('days:hour.state'), rank: 3 },
        ...names.map(name => ({ key: name, label: t(`counters:fields.${name}`), numeric: true })),
        { key: 'price', label: money.head(t('days:day.price')), numeric: true },
        { key: 'smib', label: t('counters:fields.smib'), acts: true },
        ...(mayIgnore || mayEdit ? [{ key: 'ignore', label: t('days:hour.edit'), acts: true }] : []),
      ]}
      rows={readings.map((one, index) => ({
        key: `${one.server_time} ${one.message_seq_nr} ${index}`,
        cells: [
          at(one.server_time),
          byHand(one) ? t('days:hour.by_hand') : format.number(one.message_seq_nr),
          <State key="state" reading={one} isIgnored={ignoredOf(shown, one) !== undefined} />,
          ...names.map(name => {
            const value = one.meters[name]
            return typeof value === 'number' ? format.number(value) : '–'
          }),
          money.cell(one.denomination_minor, one.currency),
          byHand(one) ? (
            <a
              key="smib"
              className="link"
              href={editOf(shown, one) ?? `${resourcePaths['manual-readings']}?slot=${shown.slot._id}`}
            >
              {t(editOf(shown, one) ? 'days:hour.corrected' : 'manual-readings:title')}
            </a>
          ) : (
            <a key="smib" className="link" href={`/advanced/smibs/${one.smib_id}`}>
              {t('counters:fields.smib')}
            </a>
          ),
          ...(mayIgnore || mayEdit
            ? [
                byHand(one) ? (
                  '–'
                ) : ignoredOf(shown, one) ? (
                  <a key="ignored" className="link" href={ignoredOf(shown, one)}>
                    {t('days:hour.why_ignored')}
                  </a>
                ) : (
                  <Fragment key="ignore">
                    {mayIgnore ? (
                      <a
                        className="link"
                        href={`${resourcePaths['ignored-messages']}/add?${keyOf(one)}`}
                        aria-label={t('days:hour.ignore_nr', { nr: format.number(one.message_seq_nr) })}
                      >
                        {t('days:hour.ignore')}
                      </a>
                    ) : null}{' '}
                    {mayEdit ? (
                      <a
                        className="link"
                        href={`${resourcePaths['message-edits']}/part?${keyOf(one)}`}
                        aria-label={t('days:hour.correct_nr', { nr: format.number(one.message_seq_nr) })}
                      >
                        {t('days:hour.correct')}
                      </a>
                    ) : null}
                  </Fragment>
                ),
              ]
            : []),
        ],
      }))}
    />
  )
}

function State({
  reading: { before, elsewhere, held, repairs },
  isIgnored,
}: {
  reading: Shown['readings'][number]
  isIgnored: boolean
}) {
  const { t, format } = useShell()
  const verdicts = [...new Set(Object.values(repairs))].map(verdict => {
    const meters = Object.keys(repairs).filter(name => repairs[name] === verdict)
    const words = t([`counters:verdicts.${verdict}`, 'counters:verdicts.other'], { verdict })
    // All meters of a cleared memory say no more than that it was cleared.
    return meters.length > MOST_NAMED
      ? words
      : `${words}: ${format.list(meters.map(name => t(`counters:fields.${name}`)))}`
  })
  return (
    <>
      {isIgnored ? (
        <Status mark="muted">{t('ignored-messages:state.ignored')}</Status>
      ) : held ? (
        <Status mark={held === 'open' ? 'bad' : 'muted'}>{t(`counters:held.${held}`)}</Status>
      ) : before || elsewhere ? (
        <Status mark="muted">{t(before ? 'days:hour.before' : 'days:hour.elsewhere')}</Status>
      ) : (
        <Status mark="good">{t('days:hour.good')}</Status>
      )}
      {before || verdicts.length === 0 ? null : (
        <>
          <br />
          <small>{verdicts.join('; ')}</small>
        </>
      )}
    </>
  )
}

function Booked({ shown }: { shown: Shown }) {
  const { t } = useShell()
  const format = useDayFormat(shown)
  const money = moneyColumn(
    format,
    shown.booked.map(({ sums }) => sums.currency),
  )
  return (
    <DataTable
      caption={t('days:hour.booked')}
      columns={[
        { key: 'meter', label: t('days:day.meter') },
        { key: 'credits', label: t('days:hour.credits'), numeric: true, rank: 2 },
        { key: 'price', label: money.head(t('days:day.price')), numeric: true },
        { key: 'money', label: money.head(t('days:hour.money')), numeric: true, rank: 3 },
      ]}
      rows={shown.booked.flatMap(({ denomination_minor, by_cents, moved, sums }) =>
        Object.entries(moved)
          .filter(([, value]) => value !== 0)
          .map(([name, value]) => {
            const isMoney = !isCount(name)
            return {
              key: `${name} ${denomination_minor} ${by_cents}`,
              cells: [
                t(by_cents ? `days:hour.cents.${name}` : `counters:fields.${name}`),
                by_cents ? '–' : format.number(value),
                isMoney && !by_cents ? money.cell(denomination_minor, sums.currency) : '–',
                isMoney ? money.cell(value * denomination_minor, sums.currency) : '–',
              ],
            }
          }),
      )}
    />
  )
}
