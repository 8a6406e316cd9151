/** Sums of months and tens of days against those of days. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { dayHours } from '../../backend/accounting/days/day-hours'
import { daysOf } from '../../backend/accounting/figures/aggregate.queries'
import { moved, movedGames } from '../../backend/accounting/figures/moved.queries'
import { cellsOf } from '../../backend/accounting/questions/question-cells.queries'
import type { Db } from '../../backend/platform/db/database'
import { dayRules } from '../../backend/telemetry/readings/slot-history.queries'
import { countMeters, movementNames } from '../../backend/telemetry/readings/meters.contract'

/** What slots and each of their games moved: from months and tens of days as they are summed, and from days. */
export async function expectMoved(
  db: Db,
  step: string,
  { from, to, location }: { from: string; to: string; location: string | null },
): Promise<void> {
  type Sums = Record<(typeof movementNames)[number], string | number>
  const add = (all: Map<string, number[]>, key: string, row: Sums, price = 1) => {
    const sum = all.get(key)
    const moves = movementNames.map(name => Number(row[name]) * (countMeters.has(name) ? 1 : price))
    all.set(
      key,
      moves.map((one, at) => one + (sum?.[at] ?? 0)),
    )
  }
  const days = await db.selectFrom('counter_days').selectAll().where('game_nr', '>=', 0).execute()
  const [expected, found] = [new Map<string, number[]>(), new Map<string, number[]>()]
  for (const row of days) {
    const isElsewhere = location !== null && row.location_id !== location
    if (isElsewhere || row.gaming_day < from || row.gaming_day > to) continue
    const whose = `${row.slot_id} ${row.location_id} ${row.currency}`
    add(expected, row.game_nr === 0 ? whose : `${whose} games`, row, row.denomination_minor)
    if (row.game_nr > 0) add(expected, `${whose} ${row.game_nr}`, row, row.denomination_minor)
  }
  const names = sql.join(movementNames.map(name => sql.ref(name)))
  const { rows } = await sql<Sums & { whose: string }>`
    with ${moved(db, { tenantId: null }, { from, to, location })}
    select slot_id || ' ' || location_id || ' ' || currency || case when of_games = 1 then ' games' else '' end as whose, ${names}
    from moved_wholes
    union all select slot_id || ' ' || location_id || ' ' || currency || ' ' || game_nr, ${names} from ${movedGames(movementNames)}`.execute(
    db,
  )
  for (const row of rows) add(found, row.whose, row)
  expect(found, `${step}: ${from} to ${to}`).toEqual(expected)
}

/** What locations moved in each hour of each day by their clock: the sum of hours as they are booked. */
export async function expectPlaces(
  db: Db,
  step: string,
  tenantId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const add = (all: Map<string, number>, key: string, sum: number) =>
    sum === 0 ? all : all.set(key, (all.get(key) ?? 0) + sum)
  const { rows } = await sql<{ id: string; hour_start: number; currency: string; coin_in: number }>`
    select location_id as id, hour_start, currency, sum(coin_in * denomination_minor) as coin_in from counter_hours
    where tenant_id = ${tenantId} and game_nr = 0 group by 1, 2, 3`.execute(db)
  const rules = await dayRules(db, [...new Set(rows.map(({ id }) => id))])
  const days = daysOf(from, to)
  const expected = new Map<string, number>()
  for (const [id, own] of rules) {
    const hours = new Map(days.flatMap(day => dayHours(own, day)).map(one => [one.hour_start, one] as const))
    for (const row of rows) {
      const at = row.id === id ? hours.get(Number(row.hour_start)) : undefined
      if (at) add(expected, `${at.day} ${at.hour} ${row.currency}`, Number(row.coin_in))
    }
  }
  const query = { from, to, location: null, meters: ['coin_in'], slots: null } as const
  const found = new Map<string, number>()
  const cells = await cellsOf(db, { tenantId }, { ...query, by: 'day', across: 'hour_of_day' })
  for (const { r, k, currency, coin_in } of cells) add(found, `${r} ${k} ${currency}`, coin_in)
  expect(found, `${step}: by day and hour`).toEqual(expected)
}
