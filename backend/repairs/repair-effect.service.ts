/** What judgement with a decision moves, by hour, by day and in all. */
import type { Money } from '../contract/primitives'
import { meterColumns } from '../rawdata/counter-streams.contract'
import { sumOf } from '../rawdata/measures.contract'
import type { Judged, MovedAt } from '../rawdata/ruled-judgement.service'
import { EFFECT_ROWS, repairMeters, type RepairEffect } from './repairs.contract'

export function effectOf(
  { changes, state }: Pick<Judged, 'changes' | 'state'>,
  currency: string,
): RepairEffect {
  const amount = (minor: number): Money => ({ minor, currency: currency as Money['currency'] })
  const told = (all: readonly MovedAt[]): RepairEffect['total'] => ({
    meters: Object.fromEntries(
      repairMeters.flatMap(name => {
        const moved = all.reduce((sum, one) => sum + one.moved[name], 0)
        return moved === 0 ? [] : [[name, moved]]
      }),
    ),
    net_win: amount(all.reduce((sum, one) => sum + sumOf('net_win', one.moved) * one.denomination, 0)),
  })
  const hours = by(changes, one => one.hour).map(([hour, all]) => ({ hour, ...told(all) }))
  const days = by(changes, one => one.day).map(([day, all]) => ({ day, ...told(all) }))
  const whole = changes.filter(one => one.day !== undefined)
  const worths = repairMeters
    .filter(name => meterColumns[name] === 'credits')
    .map(name => Math.abs(whole.reduce((sum, one) => sum + one.moved[name] * one.denomination, 0)))
  return {
    hours: hours.slice(0, EFFECT_ROWS),
    days: days.slice(0, EFFECT_ROWS),
    more: hours.length > EFFECT_ROWS || days.length > EFFECT_ROWS,
    total: told(whole),
    largest: amount(Math.max(0, ...worths)),
    state,
  }
}

/** In the order of time. */
function by<Key extends string | number>(
  changes: readonly MovedAt[],
  keyOf: (one: MovedAt) => Key | undefined,
): [Key, MovedAt[]][] {
  const found = new Map<Key, MovedAt[]>()
  for (const one of changes) {
    const key = keyOf(one)
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), one])
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}
