/** Locations, the worst first: how many of their slots are connected, what is wrong, and today's win beside a usual day's. */
import type { BoardLocation, LocationsByTrouble as Found } from '../../backend/board/board.contract'
import { useShell } from '../console/shell-context'
import { resourcePaths } from '../resources/names'
import { Section } from '../ui/page'
import { Status } from '../ui/status'
import { DataTable } from '../ui/table'

/** `listHref`: where all of them are. */
export function LocationsByTrouble({
  locations,
  listHref = resourcePaths.locations,
}: {
  locations: Found
  listHref?: string
}) {
  const { t, format } = useShell()
  const { rows, total } = locations
  return (
    <Section
      title={t('board:locations')}
      more={
        total > rows.length ? (
          <a className="link" href={listHref}>
            {t('board:all_locations', { total: format.number(total) })}
          </a>
        ) : undefined
      }
    >
      <LocationsTable rows={rows} />
    </Section>
  )
}

export function LocationsTable({ rows }: { rows: readonly BoardLocation[] }) {
  const { t, format } = useShell()
  const withTakings = rows.some(row => row.takings !== null)
  const most = Math.max(
    1,
    ...rows.flatMap(row => (row.takings ?? []).flatMap(one => [one.today, one.usual ?? 0])),
  )
  return (
    <DataTable
      caption={t('board:locations')}
      columns={[
        { key: 'location', label: t('board:location') },
        { key: 'online', label: t('board:online'), rank: 3 },
        { key: 'problems', label: t('board:problems'), rank: 2 },
        ...(withTakings ? [{ key: 'takings', label: t('board:takings'), numeric: true }] : []),
      ]}
      rows={rows.map(row => ({
        key: row.location._id,
        cells: [
          <a key="location" href={`${resourcePaths.locations}/${row.location._id}`}>
            {row.location.name}
          </a>,
          <span key="online">
            <progress
              className="share"
              aria-hidden="true"
              max={Math.max(row.total, 1)}
              value={row.total - row.offline}
            />
            {`${format.number(row.total - row.offline)}/${format.number(row.total)}`}
          </span>,
          <Trouble key="problems" row={row} />,
          ...(withTakings ? [<Takings key="takings" row={row} most={most} />] : []),
        ],
      }))}
    />
  )
}

const kinds = ['doors', 'offline', 'under_way', 'locked'] as const

function Trouble({ row }: { row: BoardLocation }) {
  const { t } = useShell()
  const parts = kinds
    .filter(kind => row[kind] > 0)
    .map(kind => t(`board:count.${kind}`, { count: row[kind] }))
  if (parts.length === 0) return <Status mark="good">{t('board:no_problems')}</Status>
  return <Status mark={row.doors > 0 || row.offline > 0 ? 'bad' : 'warn'}>{parts.join(', ')}</Status>
}

const WIDTH = 72

/** A bar for today, and a tick where a usual day of this weekday ends. */
function Takings({ row, most }: { row: BoardLocation; most: number }) {
  const { t, format } = useShell()
  const taken = row.takings ?? []
  if (taken.length === 0) return <>–</>
  return (
    <>
      {taken.map(({ currency, today, usual }) => {
        const money = format.money({ minor: today, currency })
        const at = (value: number) => Math.round((Math.max(value, 0) / most) * (WIDTH - 2))
        return (
          <span key={currency}>
            <svg
              className="bullet"
              width={WIDTH}
              height="16"
              {...(usual === null
                ? { 'aria-hidden': true }
                : {
                    role: 'img',
                    'aria-label': t('board:usual_day', { amount: format.money({ minor: usual, currency }) }),
                  })}
            >
              <rect y="5.5" width={at(today)} height="5" />
              {usual === null ? null : <path d={`M${at(usual) + 1} 2v12`} />}
            </svg>
            {money}
          </span>
        )
      })}
    </>
  )
}
