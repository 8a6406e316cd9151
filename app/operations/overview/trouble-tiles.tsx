/** Counts the slots that need attention; each number links to the list of exactly those. */
import {
  lockedStates,
  underWayStates,
  type Troubles,
} from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { Tile } from '../../ui/tiles'

/**
 * `filters`: what narrows the list of slots to those that were counted, as parameters of its address. Null where no
 * address says it.
 */
export function TroubleTiles({
  slots,
  filters = [],
}: {
  slots: Troubles
  filters?: readonly [string, string][] | null
}) {
  const { t, format, now } = useShell()
  const list = (name: string, values: readonly string[]) =>
    filters &&
    `${resourcePaths.slots}?${new URLSearchParams([...filters, ...values.map((value): [string, string] => [name, value])]).toString()}`
  const tile = (
    key: 'offline' | 'locked' | 'doors' | 'under_way',
    mark: 'bad' | 'locked' | 'warn',
    href: string | null,
    unit?: string,
  ) => {
    const { count, since } = slots[key]
    return (
      <Tile
        label={t(`overview:${key}`)}
        mark={mark}
        value={format.number(count)}
        unit={unit}
        isNone={count === 0}
        note={since === null ? null : t('overview:longest', { age: format.duration(now - since) })}
        href={href ?? undefined}
      />
    )
  }
  return (
    <>
      {tile(
        'offline',
        'bad',
        list('state', ['offline']),
        t('overview:of', { total: format.number(slots.total) }),
      )}
      {tile('doors', 'warn', list('door', ['open']))}
      {tile('locked', 'locked', list('lock_state', lockedStates))}
      {tile('under_way', 'warn', list('lock_state', underWayStates))}
    </>
  )
}
