/** Widgets of what waits for a hand: how many, the oldest of them in a small table, each number leading to its list. */
import { underWayStates } from '../../../backend/operations/overview/overview.contract'
import {
  severities,
  type DataOf,
  type ShownWidget,
} from '../../../backend/operations/dashboard/dashboard.contract'
import { eventName, severityMarks } from '../../telemetry/events/events'
import { OnPhone } from '../../ui/on-phone'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Tile, Tiles } from '../../ui/tiles'
import { Time } from '../../ui/time'
import { NoData } from './no-data'
import { eventsWith, OPEN_ALARMS, slotsWith } from './widget-links'
import { RecordLink } from '../../engine/components/record-link'

interface Props<Kind extends ShownWidget['kind']> {
  widget: ShownWidget
  data: DataOf<Kind>
  name: string
}

export function SlotFigures({ widget, data: { total, online, offline, never, rows }, name }: Props<'slots'>) {
  const { t, format } = useShell()
  if (total === 0)
    return (
      <NoData words={t('dashboard:slots.none')}>
        <a className="link" href={resourcePaths.slots}>
          {t('dashboard:slots.begin')}
        </a>
      </NoData>
    )
  const tile = (
    key: 'online' | 'offline' | 'never',
    mark: 'good' | 'bad' | 'muted',
    count: number,
    states: string[],
  ) => (
    <Tile
      label={t(`dashboard:slots.${key}`)}
      mark={mark}
      value={format.number(count)}
      note={key === 'online' ? t('dashboard:slots.of', { total: format.number(total) }) : undefined}
      isNone={count === 0}
      href={slotsWith(
        widget,
        states.map(state => ['state', state] as const),
      )}
    />
  )
  return (
    <>
      <Tiles label={name}>
        {tile('online', 'good', online, ['online', 'stale'])}
        {tile('offline', 'bad', offline, ['offline'])}
        {tile('never', 'muted', never, ['never'])}
      </Tiles>
      {rows.length > 0 ? (
        <DataTable
          caption={t('dashboard:slots.by_location')}
          columns={[
            { key: 'location', label: t('dashboard:location') },
            { key: 'offline', label: t('dashboard:slots.offline'), numeric: true, rank: 2 },
            { key: 'total', label: t('dashboard:slots.all'), numeric: true, rank: 3 },
          ]}
          rows={rows.map(({ location, total, offline }) => ({
            key: location._id,
            cells: [
              <RecordLink key="location" className="" to="locations" id={location._id}>
                {location.name}
              </RecordLink>,
              <>
                <OnPhone>{t('dashboard:slots.offline')}</OnPhone>
                {format.number(offline)}
              </>,
              <>
                <OnPhone>{t('dashboard:slots.all')}</OnPhone>
                {format.number(total)}
              </>,
            ],
          }))}
        />
      ) : null}
    </>
  )
}

export function DoorFigures({ widget, data: { count, rows, alarms }, name }: Props<'doors'>) {
  const { t, format } = useShell()
  return (
    <>
      <Tiles label={name}>
        <Tile
          label={t('dashboard:doors.open')}
          mark="warn"
          value={format.number(count)}
          isNone={count === 0}
          href={slotsWith(widget, [['door', 'open']])}
        />
        {alarms ? (
          <Tile
            label={t('dashboard:doors.alarms')}
            mark="bad"
            value={format.count(alarms.count, alarms.capped)}
            isNone={alarms.count === 0}
            href={OPEN_ALARMS}
          />
        ) : null}
      </Tiles>
      <SlotLines caption={t('dashboard:doors.longest')} rows={rows} />
    </>
  )
}

export function LockFigures({ widget, data: { count, rows }, name }: Props<'commands'>) {
  const { t, format } = useShell()
  return (
    <>
      <Tiles label={name}>
        <Tile
          label={t('dashboard:locks.waiting')}
          mark="warn"
          value={format.number(count)}
          isNone={count === 0}
          href={slotsWith(
            widget,
            underWayStates.map(state => ['lock_state', state] as const),
          )}
        />
      </Tiles>
      <SlotLines caption={t('dashboard:locks.oldest')} rows={rows} />
    </>
  )
}

/** Slots with since when; nothing where there are none, since the number over it says so. */
function SlotLines({ caption, rows }: { caption: string; rows: DataOf<'doors'>['rows'] }) {
  const { t, format, now } = useShell()
  if (rows.length === 0) return null
  return (
    <DataTable
      caption={caption}
      columns={[
        { key: 'slot', label: t('dashboard:slot') },
        { key: 'location', label: t('dashboard:location'), rank: 3 },
        { key: 'since', label: t('dashboard:since'), rank: 2 },
      ]}
      rows={rows.map(({ slot, location, since }) => ({
        key: slot._id,
        cells: [
          <RecordLink key="slot" className="" to="slots" id={slot._id}>
            {slot.name}
          </RecordLink>,
          location.name,
          since === null ? (
            '–'
          ) : (
            <Time key="since" at={since} text={format.age(since, now)} exact={format.exact(since)} />
          ),
        ],
      }))}
    />
  )
}

export function EventFigures({ widget, data: { counts, rows, span }, name }: Props<'events'>) {
  const { t, format } = useShell()
  return (
    <>
      <Tiles label={name}>
        {severities.map(severity => (
          <Tile
            key={severity}
            label={t(`events:severity.${severity}`)}
            mark={severityMarks[severity]}
            value={format.number(counts[severity])}
            isNone={counts[severity] === 0}
            href={eventsWith(widget, span, [['severity', severity]])}
          />
        ))}
      </Tiles>
      {rows.length > 0 ? (
        <DataTable
          caption={t('dashboard:events.most')}
          columns={[
            { key: 'name', label: t('dashboard:events.event') },
            { key: 'count', label: t('dashboard:events.count'), numeric: true, rank: 2 },
          ]}
          rows={rows.map(({ code, severity, count }) => ({
            key: code,
            cells: [
              <a key="name" href={eventsWith(widget, span, [['code', code]])}>
                <Status mark={severityMarks[severity]}>{eventName(t, code)}</Status>
              </a>,
              format.number(count),
            ],
          }))}
        />
      ) : null}
    </>
  )
}
