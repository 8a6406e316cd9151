/**
 * Locations, the worst first: how many of their slots are connected, what is wrong, and how today compares with a
 * usual day, hour by hour.
 */
import { Fragment } from 'react'
import type {
  OverviewLocation,
  LocationsByTrouble as Found,
} from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { LinkButton } from '../../ui/button'
import { Sparkline } from '../../ui/chart'
import { EmptyState, Section } from '../../ui/page'
import { OnPhone } from '../../ui/on-phone'
import { Status } from '../../ui/status'
import { difference } from './difference'
import { DataTable } from '../../ui/table'
import { RecordLink } from '../../engine/components/record-link'

/** `listHref`: where all of them are. */
export function LocationsByTrouble({
  locations,
  listHref = resourcePaths.locations,
}: {
  locations: Found
  listHref?: string
}) {
  const { t, format, can } = useShell()
  const { rows, total } = locations
  return (
    <Section
      title={t('overview:locations')}
      more={
        <>
          <Legend rows={rows} />
          {total > rows.length ? (
            <a className="link" href={listHref}>
              {t('overview:all_locations', { total: format.number(total) })}
            </a>
          ) : null}
        </>
      }
    >
      {rows.length > 0 ? (
        <>
          <LocationsTable rows={rows} />
          {total > rows.length && (
            <p className="only-print">
              {t('overview:worst_locations', {
                shown: format.number(rows.length),
                total: format.number(total),
              })}
            </p>
          )}
        </>
      ) : (
        <EmptyState
          title={t('locations:empty')}
          action={
            can('location::create') ? (
              <LinkButton href={`${resourcePaths.locations}/new`}>{t('locations:new')}</LinkButton>
            ) : undefined
          }
        />
      )}
    </Section>
  )
}

type Hours = NonNullable<OverviewLocation['hours']>[number]

/** Which line is which, as soon as there are two. */
export function Legend({ rows }: { rows: readonly OverviewLocation[] }) {
  const { t } = useShell()
  return rows.some(row => row.hours?.some(({ usual }) => usual)) ? (
    <span className="line-key">
      <span>{t('overview:today')}</span>
      <span className="usual">{t('overview:usual')}</span>
    </span>
  ) : null
}

export function LocationsTable({ rows }: { rows: readonly OverviewLocation[] }) {
  const { t, format } = useShell()
  const withFigures = rows.some(row => row.takings !== null)
  const hasUsual = rows.some(row => row.hours?.some(({ usual }) => usual))
  const currencies = [...new Set(rows.flatMap(row => (row.takings ?? []).map(({ currency }) => currency)))]
  const [unit] = currencies.length === 1 ? currencies : []
  const most = Math.max(1, ...rows.flatMap(row => (row.hours ?? []).flatMap(comparable)))
  const amount = (minor: number, currency: Hours['currency']) =>
    unit ? format.amount(minor) : format.moneyInColumn({ minor, currency })
  return (
    <DataTable
      caption={t('overview:locations')}
      columns={[
        { key: 'location', label: t('overview:location') },
        { key: 'online', label: t('overview:online'), rank: 3 },
        { key: 'problems', label: t('overview:problems'), rank: 2 },
        ...(withFigures
          ? [
              { key: 'hours', label: t('overview:by_hour') },
              {
                key: 'takings',
                label: unit ? `${t('overview:won')} ${unit}` : t('overview:won'),
                numeric: true,
                rank: 3 as const,
              },
            ]
          : []),
        ...(hasUsual ? [{ key: 'usual', label: t('overview:against_usual'), numeric: true }] : []),
      ]}
      rows={rows.map(row => ({
        key: row.location._id,
        cells: [
          <RecordLink key="location" className="" to="locations" id={row.location._id}>
            {row.location.name}
          </RecordLink>,
          <span key="online">
            <progress
              className="share"
              aria-hidden="true"
              max={Math.max(row.total, 1)}
              value={connected(row)}
            />
            {`${format.number(connected(row))}/${format.number(row.total)}`}
          </span>,
          <Trouble key="problems" row={row} />,
          ...(withFigures
            ? [
                <ByHour key="hours" hours={row.hours ?? []} />,
                <Fragment key="takings">
                  {lines((row.takings ?? []).map(({ today, currency }) => amount(today, currency)))}
                  {unit && row.takings?.length ? (
                    <>
                      {' '}
                      <OnPhone>{unit}</OnPhone>
                    </>
                  ) : null}
                </Fragment>,
              ]
            : []),
          ...(hasUsual
            ? [<AgainstUsual key="usual" hours={row.hours ?? []} most={most} amount={amount} />]
            : []),
        ],
      }))}
    />
  )
}

const connected = ({ total, offline, never }: OverviewLocation) => total - offline - never

/** One currency after the other; a dash where nothing was taken yet. */
const lines = (texts: readonly string[]) => texts.join(' · ') || '–'

const kinds = ['doors', 'offline', 'under_way', 'locked'] as const

function Trouble({ row }: { row: OverviewLocation }) {
  const { t } = useShell()
  const parts = kinds
    .filter(kind => row[kind] > 0)
    .map(kind => t(`overview:count.${kind}`, { count: row[kind] }))
  if (parts.length === 0) return <Status mark="good">{t('overview:no_problems')}</Status>
  return <Status mark={row.doors > 0 || row.offline > 0 ? 'bad' : 'warn'}>{parts.join(', ')}</Status>
}

/** Draws the day's finished hours as a line over that of a usual day. A screen reader gets its last hour. */
function ByHour({ hours }: { hours: readonly Hours[] }) {
  const { t, format } = useShell()
  const drawn = hours.filter(({ today, usual }) => usual !== null || today.some(won => won !== null))
  if (drawn.length === 0) return <>–</>
  return (
    <>
      {drawn.map(({ currency, today, usual }) => {
        const money = (minor: number) => format.money({ minor, currency })
        const last = today.length - 1
        const won = today[last]
        return (
          <Sparkline
            key={currency}
            label={[
              won == null ? t('overview:hour_none') : t('overview:hour_last', { amount: money(won) }),
              ...(usual === null
                ? []
                : [t('overview:hour_usual', { amount: money(usual[Math.max(last, 0)] ?? 0) })]),
            ].join(', ')}
            values={today}
            usual={usual ?? undefined}
            width={88}
            height={28}
          />
        )
      })}
    </>
  )
}

const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0)

/** Today's finished hours, and the same hours of a usual day. */
const comparable = ({ today, usual }: Hours): number[] =>
  usual === null ? [] : [sum(today), sum(usual.slice(0, today.length))]

/**
 * A finished hour that nobody reported yet, as while a demo's history is being made, would pass for one without any
 * win.
 */
const isWhole = ({ today }: Hours) => today.every(won => won !== null)

const WIDTH = 72

/** A bar for what was won by now, and a tick where a usual day would stand by now. */
function AgainstUsual({
  hours,
  most,
  amount,
}: {
  hours: readonly Hours[]
  most: number
  amount: (minor: number, currency: Hours['currency']) => string
}) {
  const { t, format } = useShell()
  const known = hours.filter(({ today, usual }) => usual !== null && today.length > 0)
  if (known.length === 0) return <>–</>
  return (
    <>
      {known.map(one => {
        const [won = 0, usual = 0] = comparable(one)
        const at = (value: number) => Math.round((Math.max(value, 0) / most) * (WIDTH - 2))
        return (
          <span key={one.currency}>
            <svg
              className="bullet"
              width={WIDTH}
              height="16"
              role="img"
              aria-label={t('overview:usual_by_now', {
                won: format.money({ minor: won, currency: one.currency }),
                amount: format.money({ minor: usual, currency: one.currency }),
              })}
            >
              <rect y="5.5" width={at(won)} height="5" />
              <path d={`M${at(usual) + 1} 2v12`} />
            </svg>
            {!isWhole(one) ? (
              <small>{t('overview:usual_incomplete')}</small>
            ) : (
              `${amount(won, one.currency)} (${
                difference(format.percent, won, usual) ??
                t('overview:hour_usual', { amount: amount(usual, one.currency) })
              })`
            )}
          </span>
        )
      })}
    </>
  )
}
