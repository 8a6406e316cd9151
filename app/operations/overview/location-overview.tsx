/**
 * The beginning of a location's page: its figures, its slots' problems with the command that each needs, its hall
 * map, and its missing hours.
 */
import {
  overviewPaths,
  lockedStates,
  locationOverview,
  type MapSlot,
  type LocationOverview,
} from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { resourcePaths } from '../../addresses/names'
import { LinkButton } from '../../ui/button'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { Tile, Tiles } from '../../ui/tiles'
import { Completeness } from './completeness'
import { SlotMap, markOf } from './slot-map'
import { TakingsTiles } from './takings-tiles'

export const overviewOfLocation = () =>
  sidePanel({
    title: 'overview:hall',
    ask: id => ({
      permission: { all: ['location::list', 'slot::list'] },
      path: `${overviewPaths.location}/${id}`,
      shape: locationOverview,
    }),
    lead: (answer, row) => <Lead overview={answer} id={row._id} />,
    rail: (answer, row) => <Problems overview={answer} id={row._id} />,
    show: (answer, _, row) => (
      <>
        <SlotMap
          slots={answer.slots}
          total={answer.counts.total}
          listHref={`${resourcePaths.slots}?location=${row._id}`}
        />
        {answer.completeness ? <Completeness location={row._id} days={answer.completeness} /> : null}
      </>
    ),
  })

function Lead({ overview, id }: { overview: LocationOverview; id: string }) {
  const { t, format, now } = useShell()
  const { counts, since, takings, alarms } = overview
  const list = (...filters: [string, string][]) =>
    `${resourcePaths.slots}?${new URLSearchParams([['location', id], ...filters]).toString()}`
  const age = (at: number | null) =>
    at === null ? null : t('overview:longest', { age: format.duration(now - at) })
  return (
    <Tiles label={t('overview:figures')}>
      <TakingsTiles takings={takings ?? []} />
      <Tile
        label={t('overview:offline')}
        mark="bad"
        value={format.number(counts.offline)}
        unit={t('overview:of', { total: format.number(counts.total) })}
        isNone={counts.offline === 0}
        note={age(since.offline)}
        href={list(['state', 'offline'])}
      />
      <Tile
        label={t('overview:doors')}
        mark="warn"
        value={format.number(counts.doors)}
        isNone={counts.doors === 0}
        note={age(since.doors)}
        href={list(['door', 'open'])}
      />
      <Tile
        label={t('overview:locked')}
        mark="locked"
        value={format.number(counts.locked)}
        isNone={counts.locked === 0}
        note={age(since.locked)}
        href={list(...lockedStates.map((state): [string, string] => ['lock_state', state]))}
      />
      <Tile
        label={t('overview:alarms')}
        mark="bad"
        value={format.count(alarms.count, alarms.capped)}
        isNone={alarms.count === 0}
        note={null}
      />
    </Tiles>
  )
}

const SHOWN = 6

/** The worst first; each with the one command that helps. */
function Problems({ overview, id }: { overview: LocationOverview; id: string }) {
  const { t, format } = useShell()
  const rank = (slot: MapSlot) => ['bad', 'warn', 'locked', 'info'].indexOf(markOf(slot))
  const found = overview.slots.filter(slot => rank(slot) >= 0).sort((a, b) => rank(a) - rank(b))
  return (
    <Section
      title={t('overview:location_problems')}
      more={
        found.length > SHOWN ? (
          <a className="link" href={`${resourcePaths.slots}?location=${id}`}>
            {t('overview:see_all', { total: format.number(found.length) })}
          </a>
        ) : undefined
      }
    >
      {found.length === 0 ? (
        <p>
          <Status mark="good">{t('overview:location_fine')}</Status>
        </p>
      ) : null}
      <ul className="to-do">
        {found.slice(0, SHOWN).map(slot => (
          <Problem key={slot._id} slot={slot} />
        ))}
      </ul>
    </Section>
  )
}

function Problem({ slot }: { slot: MapSlot }) {
  const { t, format, now, can } = useShell()
  const here = `${resourcePaths.slots}/${slot._id}`
  const isLocked = slot.lock_state === 'locked'
  const action =
    slot.door_open_at !== null && slot.lock_state === 'active' ? 'lock' : isLocked ? 'unlock' : null
  return (
    <li>
      <div>
        <p>
          <Status mark={markOf(slot)}>{problemWord(slot)}</Status>
        </p>
        <p>
          <a className="font-mono" href={here}>
            {slot.serial}
          </a>{' '}
          <span className="soft">
            {[slot.position, slot.credits ? `${t('overview:credits')}: ${format.number(slot.credits)}` : null]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      </div>
      {action && can(`slot::${action}`) ? (
        <LinkButton
          size="sm"
          href={`${here}/${action}`}
          aria-label={`${t(`slots:actions.${action}`)} ${slot.serial}`}
        >
          {t(`slots:actions.${action}`)}
        </LinkButton>
      ) : can('slot::get') ? (
        <LinkButton
          size="sm"
          href={`/slot/control/${slot._id}`}
          aria-label={`${t('control:link')} ${slot.serial}`}
        >
          {t('control:link')}
        </LinkButton>
      ) : null}
    </li>
  )

  function problemWord({ door_open_at, state, last_seen_at, lock_state, lock_ordered_at }: MapSlot): string {
    if (state === 'offline') return t('overview:offline_since', { age: format.age(last_seen_at ?? now, now) })
    if (door_open_at !== null) return t('overview:door_since', { age: format.age(door_open_at, now) })
    if (lock_state === 'lock_refused' || lock_state === 'unlock_refused') return t('overview:lock_refused')
    if (lock_state === 'locking' || lock_state === 'unlocking')
      return t('overview:lock_waits', { age: format.age(lock_ordered_at ?? now, now) })
    if (lock_state === 'locked')
      return lock_ordered_at === null
        ? t('slots:lock_state.locked')
        : t('overview:locked_since', { age: format.age(lock_ordered_at, now) })
    return t(state === 'stale' ? 'slots:state.stale' : `slots:lock_state.${lock_state}`)
  }
}
