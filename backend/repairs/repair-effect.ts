/** What judgement with a decision moves, by hour, by day and in all. */
import type { Money } from '../contract/primitives'
import { sumOf, type Moved } from '../rawdata/measures.contract'
import { countMeters, movementNames } from '../rawdata/meters'
import type { Change } from '../rawdata/roll-ups'
import { EFFECT_ROWS, type RepairEffect } from './repairs.contract'
import type { StoredRepair } from './repairs.queries'

const movedOf = (moved: readonly number[]): Moved =>
  Object.fromEntries(movementNames.map((name, meter) => [name, moved[meter] ?? 0])) as Moved

function told(changes: readonly Pick<Change, 'moved' | 'place'>[], currency: string) {
  let net = 0
  const all = movementNames.map(() => 0)
  for (const { moved, place } of changes) {
    net += sumOf('net_win', movedOf(moved)) * place.denomination
    for (let meter = 0; meter < all.length; meter++) all[meter] = (all[meter] ?? 0) + (moved[meter] ?? 0)
  }
  return {
    meters: Object.fromEntries(
      movementNames.flatMap((name, meter) => (all[meter] ? [[name, all[meter]]] : [])),
    ),
    net_win: { minor: net, currency: currency as Money['currency'] },
  }
}

const byKey = <Key extends string | number>(
  changes: readonly Change[],
  keyOf: (one: Change) => Key | undefined,
) => {
  const found = new Map<Key, Change[]>()
  for (const one of changes) {
    const key = keyOf(one)
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), one])
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

export function effectOf(
  changes: readonly Change[],
  repair: StoredRepair,
  state: RepairEffect['state'],
): RepairEffect {
  const hours = byKey(changes, one => one.hour).map(([hour, all]) => ({
    hour,
    ...told(all, repair.currency),
  }))
  const days = byKey(changes, one => one.day).map(([day, all]) => ({ day, ...told(all, repair.currency) }))
  const whole = changes.filter(one => one.day !== undefined)
  const largest = Math.max(
    0,
    ...movementNames.map((name, meter) =>
      countMeters.has(name)
        ? 0
        : Math.abs(whole.reduce((sum, one) => sum + (one.moved[meter] ?? 0) * one.place.denomination, 0)),
    ),
  )
  return {
    hours: hours.slice(0, EFFECT_ROWS),
    days: days.slice(0, EFFECT_ROWS),
    more: hours.length > EFFECT_ROWS || days.length > EFFECT_ROWS,
    total: told(whole, repair.currency),
    largest: { minor: largest, currency: repair.currency as Money['currency'] },
    state,
  }
}
