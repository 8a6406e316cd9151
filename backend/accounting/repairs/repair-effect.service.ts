/**
 * What judgement with a decision moves, by hour, by day and in all; what it moves in another location has lines of its
 * own.
 */
import { groupBy } from '../../platform/contract/group-by'
import type { Money } from '../../platform/contract/primitives'
import { meterColumns } from '../../telemetry/streams/counter-streams.contract'
import { sumOf } from '../../telemetry/readings/measures.contract'
import type { MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import { EFFECT_ROWS, repairMeters, type RepairEffect } from './repairs.contract'

type CorrectionEffect = Omit<RepairEffect, 'state'>

/**
 * `here`: the location of the decision; without one everything counts as here. Another location is not named: rules
 * may hide it from whoever decides,
 * and the effect shown first is compared with the one that a second person is shown.
 */
export function correctionEffect(
  changes: readonly MovedAt[],
  currency: string,
  here?: string,
): CorrectionEffect {
  const amount = (minor: number): Money => ({ minor, currency: currency as Money['currency'] })
  const totalOf = (all: readonly MovedAt[]): RepairEffect['total'] => ({
    meters: Object.fromEntries(
      repairMeters.flatMap(name => {
        // Remainders of tickets are no credits.
        const moved = all.reduce((sum, one) => sum + (one.denomination > 0 ? one.moved[name] : 0), 0)
        return moved === 0 ? [] : [[name, moved]]
      }),
    ),
    net_win: amount(all.reduce((sum, one) => sum + sumOf('net_win', one.moved) * one.denomination, 0)),
  })
  const isHere = ({ locationId }: MovedAt) => here === undefined || locationId === here
  const lines = <Key extends string | number>(keyOf: (one: MovedAt) => Key | undefined) =>
    [
      ...by(changes.filter(isHere), keyOf).map(([key, all]) => ({ key, ...totalOf(all) })),
      ...by(
        changes.filter(one => !isHere(one)),
        keyOf,
      ).map(([key, all]) => ({ key, ...totalOf(all), elsewhere: true as const })),
    ].sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  const hours = lines(one => one.hour).map(({ key: hour, ...one }) => ({ hour, ...one }))
  const days = lines(one => one.day).map(({ key: day, ...one }) => ({ day, ...one }))
  const whole = changes.filter(one => one.day !== undefined)
  const worths = repairMeters
    .filter(name => meterColumns[name] === 'credits')
    .map(name => Math.abs(whole.reduce((sum, one) => sum + one.moved[name] * one.denomination, 0)))
  return {
    hours: hours.slice(0, EFFECT_ROWS),
    days: days.slice(0, EFFECT_ROWS),
    more: hours.length > EFFECT_ROWS || days.length > EFFECT_ROWS,
    total: totalOf(whole),
    largest: amount(Math.max(0, ...worths)),
  }
}

function by<Key extends string | number>(
  changes: readonly MovedAt[],
  keyOf: (one: MovedAt) => Key | undefined,
): [Key, MovedAt[]][] {
  const found = groupBy(changes, keyOf)
  return [...found].flatMap(([key, all]) => (key === undefined ? [] : [[key, all]]))
}
