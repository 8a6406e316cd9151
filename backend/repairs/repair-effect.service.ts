/** What judgement with a decision moves, by hour, by day and in all; where a slot stood in several places, each of them apart. */
import type { Money } from '../contract/primitives'
import type { Db } from '../db/database'
import { meterColumns } from '../rawdata/counter-streams.contract'
import { sumOf } from '../rawdata/measures.contract'
import type { Judged, MovedAt } from '../rawdata/ruled-judgement.service'
import { EFFECT_ROWS, repairMeters, type RepairEffect } from './repairs.contract'

export async function effectOf(
  db: Db,
  { changes, state }: Pick<Judged, 'changes' | 'state'>,
  currency: string,
): Promise<RepairEffect> {
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
  const names = await namesOf(db, changes)
  const lines = <Key extends string | number>(keyOf: (one: MovedAt) => Key | undefined) =>
    [...names]
      .flatMap(([id, name]) =>
        by(
          changes.filter(({ locationId }) => names.size === 1 || locationId === id),
          keyOf,
        ).map(([key, all]) => ({
          key,
          ...told(all),
          ...(names.size > 1 && { location: { _id: id, name } }),
        })),
      )
      // By time; the places of one day one after the other, in the order of their names.
      .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
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
    total: told(whole),
    largest: amount(Math.max(0, ...worths)),
    state,
  }
}

/** Where it moves something, by name. One place is the slot's own and needs none. */
async function namesOf(db: Db, changes: readonly MovedAt[]): Promise<Map<string, string>> {
  const ids = [...new Set(changes.map(({ locationId }) => locationId))]
  if (ids.length < 2) return new Map(ids.map(id => [id, '']))
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  for (const id of ids) if (!names.has(id)) names.set(id, '')
  return names
}

function by<Key extends string | number>(
  changes: readonly MovedAt[],
  keyOf: (one: MovedAt) => Key | undefined,
): [Key, MovedAt[]][] {
  const found = new Map<Key, MovedAt[]>()
  for (const one of changes) {
    const key = keyOf(one)
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), one])
  }
  return [...found]
}
