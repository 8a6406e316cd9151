/** What stands over a day's figures: its state, its instants, how complete it is, and what late data changed. */
import { HOUR_MS } from '../../../backend/platform/contract/durations'
import type { DayHead, LocationDay, SlotDay } from '../../../backend/accounting/days/days.contract'
import { useShell } from '../../console/shell-context'
import { when } from '../../console/when'
import { qualityBadge } from '../../engine/export/quality'
import type { Translate } from '../../i18n/locales'
import { formatter, type Format } from '../../i18n/format'
import { Facts, type Fact } from '../../ui/facts'
import { Status } from '../../ui/status'

/** Shape and word. */
export function DayState({ head }: { head: DayHead }) {
  const { t } = useShell()
  return <Status mark={head.state === 'open' ? 'info' : 'good'}>{t(`days:day.state.${head.state}`)}</Status>
}

export function DayBadge({
  quality: { hours, held, summed },
}: {
  quality: { hours: { known: number; expected: number }; held: number; summed?: boolean | undefined }
}) {
  const { t, format } = useShell()
  const badge = qualityBadge({ hours, quality: { closed: false, held, silent: 0 } }, t, format)
  return (
    <>
      {badge ? <Status mark={badge.mark}>{badge.words}</Status> : null}
      {summed ? <Status mark="muted">{t('days:day.summed')}</Status> : null}
    </>
  )
}

/** A location's figures show the times of the location's clock. */
export function useDayFormat({ time_zone }: DayHead): Format {
  const { locale } = useShell()
  return formatter(locale, time_zone)
}

const zoneOf = ({ time_zone }: DayHead, t: Translate): Fact => ({
  key: 'zone',
  label: t('engine:period.zone'),
  value: time_zone,
})

export function DayFacts({ day }: { day: LocationDay }) {
  const { t } = useShell()
  const format = useDayFormat(day)
  const { closed, quality } = day
  const items: Fact[] = [
    { key: 'from', label: t('days:day.from'), value: when(day.from, { format }) },
    { key: 'to', label: t('days:day.to'), value: when(day.to, { format }) },
    // The page's two times alone do not say it where the clock was changed between them.
    ...(day.to - day.from === 24 * HOUR_MS
      ? []
      : [
          {
            key: 'length',
            label: t('days:day.length'),
            value: t('days:day.length_of', { hours: format.number((day.to - day.from) / HOUR_MS) }),
          },
        ]),
    zoneOf(day, t),
    closed
      ? {
          key: 'closed',
          label: t('days:day.closed_at'),
          value:
            closed.by === null
              ? t('days:day.by_itself', { at: format.dateTime(closed.at) })
              : t('days:day.by', { at: format.dateTime(closed.at), name: closed.by }),
        }
      : {
          key: 'closes',
          label: t('days:day.closes_at'),
          value:
            day.closes_at === null
              ? t(day.closes_when_told ? 'days:day.when_told' : 'days:day.by_hand')
              : when(day.closes_at, { format }),
        },
    ...(closed?.reason ? [{ key: 'reason', label: t('days:day.reason'), value: closed.reason }] : []),
    ...(closed?.refreshed_at
      ? [
          {
            key: 'changed',
            label: t('days:day.changed'),
            wide: true,
            value: t('days:day.changed_what', {
              at: format.dateTime(closed.refreshed_at),
              revision: format.number(closed.revision),
              first:
                closed.first
                  .map(({ net_win: minor, currency }) => format.money({ minor, currency }))
                  .join(', ') || '–',
            }),
          },
        ]
      : []),
    ...(['slots', 'silent', 'late', 'carried', 'decided'] as const).map(key => ({
      key,
      label: t(`days:day.${key}`),
      value: format.number(quality[key]),
    })),
  ]
  return <Facts items={items} />
}

/** Of one slot, what its badge has no room for. */
export function SlotFacts({ row, head }: { row: SlotDay; head: DayHead }) {
  const { t } = useShell()
  const format = useDayFormat(head)
  const { quality, currency } = row
  const span = ({ from, to }: { from: number; to: number }) => format.span(from, to)
  const items: Fact[] = [
    { key: 'data', label: t('days:day.data'), value: <DayBadge quality={quality} /> },
    zoneOf(head, t),
    {
      key: 'price',
      label: t('days:day.price'),
      value: format.money({ minor: row.denomination_minor, currency }),
    },
    { key: 'late', label: t('days:day.late'), value: format.number(quality.late) },
    { key: 'decided', label: t('days:day.decided'), value: format.number(quality.decided) },
    ...(quality.summed
      ? [{ key: 'summed', label: t('days:day.summed'), value: t('days:day.summed_what'), wide: true }]
      : []),
    ...(quality.overlap
      ? [
          {
            key: 'overlap',
            label: t('days:day.overlap'),
            wide: true,
            value: t('days:day.overlap_what', {
              meters: format.list(
                Object.entries(quality.overlap).map(
                  ([name, moved]) => `${t(`counters:fields.${name}`)} ${format.number(moved)}`,
                ),
              ),
            }),
          },
        ]
      : []),
    ...(quality.tickets
      ? [
          {
            key: 'tickets',
            label: t('days:day.tickets'),
            wide: true,
            value: t('days:day.tickets_what', {
              in: format.money({ minor: quality.tickets.ticket_in, currency }),
              out: format.money({ minor: quality.tickets.ticket_out, currency }),
            }),
          },
        ]
      : []),
    ...(quality.missing.length > 0
      ? [
          {
            key: 'missing',
            label: t('days:day.missing'),
            value: quality.missing.map(span).join('; '),
            wide: true,
          },
        ]
      : []),
    ...(quality.carried
      ? [
          {
            key: 'carried',
            label: t('days:day.carried'),
            wide: true,
            value: t('days:day.carried_what', {
              from: format.dateTime(quality.carried.from),
              to: format.dateTime(quality.carried.to),
              net_win:
                quality.carried.net_win === null
                  ? '–'
                  : format.money({ minor: quality.carried.net_win, currency }),
            }),
          },
        ]
      : []),
    ...(quality.differs.length > 0
      ? [
          {
            key: 'differs',
            label: t('days:day.differs'),
            value: format.list(quality.differs.map(name => t(`counters:fields.${name}`))),
            wide: true,
          },
        ]
      : []),
  ]
  return <Facts items={items} />
}
