/**
 * The beginning of a slot's page: one sentence when something is wrong, today's figures, and everything that happened
 * in one order of time.
 */
import {
  overviewPaths,
  slotOverview,
  timelineKind,
  timelineSpan,
  type SlotOverview,
} from '../../../backend/operations/overview/overview.contract'
import type { Money } from '../../../backend/platform/contract/primitives'
import type { LockState } from '../../../backend/estate/orders/control.contract'
import { isCommandable } from '../../../backend/estate/slots/protocols.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { resourcePaths } from '../../addresses/names'
import { LinkButton } from '../../ui/button'
import { Sparkline } from '../../ui/chart'
import { StateLine, Tile, Tiles } from '../../ui/tiles'
import { Timeline } from './timeline'

/** The columns of a slot's row that are used here. */
interface Slot {
  _id: string
  serial: string
  protocol: string
  lock_state: LockState
  lock_reason: string | null
  lock_ordered_at: number | null
  lock_ordered_by: string | null
  state: string
  last_seen_at: number | null
  last_reading_at: number | null
  door_open_at: number | null
  credits: number | null
  denomination: Money
  theoretical_rtp: number | null
  archived_at: number | null
}

const TIMELINE = 'timeline'

export const overviewOfSlot = () =>
  sidePanel({
    title: 'overview:timeline',
    ask: (id, search) => {
      const days = timelineSpan.safeParse(search.get('days')).data
      const kind = timelineKind.safeParse(search.get('kind')).data
      const query = new URLSearchParams({ ...(days && { days }), ...(kind && { kind }) }).toString()
      return {
        permission: 'slot::list',
        path: `${overviewPaths.slot}/${id}${query ? `?${query}` : ''}`,
        shape: slotOverview,
      }
    },
    address: {
      days: text => timelineSpan.safeParse(text).success,
      kind: text => timelineKind.safeParse(text).success,
    },
    tab: TIMELINE,
    more: id => `${resourcePaths.slots}/${id}?tab=${TIMELINE}`,
    lead: (answer, row) => <Lead overview={answer} slot={row as unknown as Slot} />,
    show: (answer, _, row) => (
      <Timeline timeline={answer.timeline} here={`${resourcePaths.slots}/${row._id}`} tab={TIMELINE} />
    ),
  })

function Lead({ overview, slot }: { overview: SlotOverview; slot: Slot }) {
  return (
    <>
      {slot.archived_at === null ? <Now slot={slot} /> : null}
      <FigureTiles overview={overview} slot={slot} />
    </>
  )
}

/** The worst that is so, and the command that it asks for; a slot that is in order says nothing. */
function Now({ slot }: { slot: Slot }) {
  const { t, format, now, can } = useShell()
  const here = `${resourcePaths.slots}/${slot._id}`
  const control = can('slot::get') ? (
    <LinkButton href={`/slot/control/${slot._id}`}>{t('control:link')}</LinkButton>
  ) : null
  if (slot.door_open_at !== null) {
    const age = format.age(slot.door_open_at, now)
    const mayLock = slot.lock_state === 'active' && isCommandable(slot.protocol) && can('slot::lock')
    return (
      <StateLine
        mark="warn"
        title={t('overview:door_line')}
        command={
          mayLock ? (
            <LinkButton href={`${here}/lock`} icon="lock" tone="primary">
              {t('slots:actions.lock')}
            </LinkButton>
          ) : (
            control
          )
        }
      >
        {slot.credits
          ? t('overview:door_credits', {
              age,
              credits: format.number(slot.credits),
              amount: format.money(worth(slot)),
            })
          : t('overview:door_text', { age })}
      </StateLine>
    )
  }
  if (slot.state === 'offline' || slot.state === 'never')
    return (
      <StateLine mark="bad" title={t(`overview:${slot.state}_line`)} command={control}>
        {slot.last_seen_at === null
          ? t('overview:never_text')
          : t('overview:offline_text', { age: format.age(slot.last_seen_at, now) })}
      </StateLine>
    )
  if (slot.lock_state === 'locked')
    return (
      <StateLine
        mark="locked"
        title={t('overview:locked_line')}
        command={
          can('slot::unlock') && isCommandable(slot.protocol) ? (
            <LinkButton href={`${here}/unlock`} icon="unlock">
              {t('slots:actions.unlock')}
            </LinkButton>
          ) : null
        }
      >
        {slot.lock_ordered_at === null
          ? slot.lock_reason
          : t('overview:locked_text', {
              reason: slot.lock_reason ?? '–',
              by: slot.lock_ordered_by ?? '–',
              age: format.age(slot.lock_ordered_at, now),
            })}
      </StateLine>
    )
  return null
}

const worth = ({ credits, denomination }: Pick<Slot, 'credits' | 'denomination'>): Money => ({
  minor: (credits ?? 0) * denomination.minor,
  currency: denomination.currency,
})

function FigureTiles({ overview: { figures }, slot }: { overview: SlotOverview; slot: Slot }) {
  const { t, format, now } = useShell()
  const { currency } = slot.denomination
  const money = (minor: number) => format.money({ minor, currency })
  const { today, week, month } = figures ?? { today: null, week: null, month: null }
  return (
    <Tiles label={t('overview:figures')}>
      {figures ? (
        <>
          <Tile
            label={t('overview:coin_in', { currency })}
            value={today ? format.amount(today.coin_in) : '–'}
            isNone={today === null}
            note={
              today === null
                ? t('overview:today_none')
                : figures.usual_coin_in === null
                  ? null
                  : t('overview:usual_day', { amount: format.amount(figures.usual_coin_in) })
            }
          />
          {(figures.net_win_today ?? [{ currency, minor: null }]).map(taken => (
            <Tile
              key={taken.currency}
              label={t('overview:net_win_today', { currency: taken.currency })}
              value={taken.minor === null ? '–' : format.amount(taken.minor)}
              isNone={taken.minor === null}
              note={taken.minor === null ? t('overview:today_none') : null}
            />
          ))}
          <Tile
            label={t('overview:net_win_week', { currency })}
            value={week ? format.amount(week.net_win) : '–'}
            isNone={week === null}
            note={null}
            graphic={
              figures.net_win.some(one => one !== null) ? (
                <Sparkline
                  label={t('overview:net_win_chart')}
                  values={figures.net_win}
                  width={64}
                  height={28}
                />
              ) : null
            }
          />
          <Tile
            label={t('overview:hold')}
            value={month?.rtp == null ? '–' : format.percent(10_000 - month.rtp)}
            isNone={month?.rtp == null}
            note={
              slot.theoretical_rtp === null
                ? null
                : t('overview:theory', { percent: format.percent(10_000 - slot.theoretical_rtp) })
            }
          />
          <Tile
            label={t('overview:games')}
            value={format.number(today?.games_played ?? 0)}
            isNone={!today?.games_played}
            note={
              today?.average_bet == null
                ? t('overview:no_play')
                : t('overview:average_bet', { amount: money(today.average_bet) })
            }
          />
        </>
      ) : null}
      <Tile
        label={t('overview:credits')}
        value={slot.credits === null ? '–' : format.number(slot.credits)}
        isNone={!slot.credits}
        note={slot.credits ? t('overview:credits_worth', { amount: format.money(worth(slot)) }) : null}
      />
      <Tile
        label={t('overview:data_age')}
        mark={slot.state === 'online' ? 'good' : slot.state === 'stale' ? 'warn' : 'bad'}
        value={
          slot.last_reading_at === null
            ? t('overview:never')
            : format.duration(Math.max(0, now - slot.last_reading_at))
        }
        note={t(`slots:state.${slot.state}`)}
      />
    </Tiles>
  )
}
