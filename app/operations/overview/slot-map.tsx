/**
 * A location by position: banks from the letters of the positions, each slot a tile with the shape and tone of the
 * worst that is so.
 */
import { groupBy } from '../../../backend/platform/contract/group-by'
import type { MapSlot } from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { Status, statusClass } from '../../ui/status'
import type { Mark } from '../../ui/tone'

/** The worst of connection, door and lock. */
export function markOf({ state, door_open_at, lock_state }: MapSlot): Mark {
  if (state === 'offline') return 'bad'
  if (door_open_at !== null || state === 'stale') return 'warn'
  if (lock_state === 'locked' || lock_state === 'unlock_refused') return 'locked'
  if (lock_state !== 'active') return 'warn'
  return state === 'never' ? 'muted' : 'good'
}

/** "A-03" stands in bank A, "17" in none: what comes before the last number, without what joins them. */
const bankOf = (position: string | null): string =>
  (position ?? '').replace(/\d+\D*$/, '').replace(/[\s._/-]+$/, '')

const inOrder = (a: MapSlot, b: MapSlot) =>
  (a.position ?? '').localeCompare(b.position ?? '', 'en', { numeric: true }) ||
  a.serial.localeCompare(b.serial)

export function SlotMap({
  slots,
  total,
  listHref,
}: {
  slots: readonly MapSlot[]
  total: number
  listHref: string
}) {
  const { t } = useShell()
  if (slots.length === 0) return <p className="soft">{t('overview:hall_none')}</p>
  const banks = groupBy([...slots].sort(inOrder), ({ position }) => (position ? bankOf(position) : '–'))
  return (
    <>
      <p className="soft">{t('overview:hall_hint')}</p>
      <div className="slot-map">
        {[...banks].map(([bank, own]) => (
          <div key={bank} className="bank">
            {banks.size > 1 || bank !== '' ? (
              <h3>
                {bank === '–'
                  ? t('overview:no_bank')
                  : bank === ''
                    ? t('overview:hall')
                    : t('overview:bank', { name: bank })}
              </h3>
            ) : null}
            <ol>
              {own.map(slot => (
                <li key={slot._id}>
                  <Position slot={slot} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <Legend slots={slots} />
      {total > slots.length ? (
        <p>
          <a className="link" href={listHref}>
            {t('overview:more_slots', { count: total - slots.length })}
          </a>
        </p>
      ) : null}
    </>
  )
}

function Position({ slot }: { slot: MapSlot }) {
  const { t } = useShell()
  const mark = markOf(slot)
  const words = [slot.position, slot.serial, t(`slots:state.${slot.state}`)]
  if (slot.door_open_at !== null) words.push(t('overview:door_line'))
  if (slot.lock_state !== 'active') words.push(t(`slots:lock_state.${slot.lock_state}`))
  const all = words.filter(Boolean).join(', ')
  return (
    <a
      className={`pos ${statusClass(mark)}`}
      href={`${resourcePaths.slots}/${slot._id}`}
      aria-label={all}
      title={all}
    >
      {slot.serial.slice(-4)}
    </a>
  )
}

const legend = [
  ['good', 'good'],
  ['warn', 'warn'],
  ['locked', 'locked'],
  ['bad', 'offline'],
  ['muted', 'off'],
] as const

function Legend({ slots }: { slots: readonly MapSlot[] }) {
  const { t, format } = useShell()
  return (
    <ul className="legend">
      {legend.map(([mark, word]) => {
        const count = slots.filter(slot => markOf(slot) === mark).length
        return count === 0 ? null : (
          <li key={mark}>
            <Status mark={mark}>{t(`overview:${word}`)}</Status> {format.number(count)}
          </li>
        )
      })}
    </ul>
  )
}
