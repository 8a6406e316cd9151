/**
 * The report of games and slots of a network like the demo's (14 locations of 60 slots with five games each), of the
 * last month and of the last thirty days, against a page of its list of slots: CPU of the backend, in process, on both
 * databases.
 */
import { sql } from 'kysely'
import { pathsOf } from '../../backend/platform/contract/contract'
import { DAY_MS } from '../../backend/platform/contract/durations'
import { insertMany } from '../../backend/platform/db/bulk'
import { newId } from '../../backend/platform/db/new-id'
import { sumSpans } from '../../backend/accounting/days/span-sums.service'
import { slotGamesContract } from '../../backend/accounting/period-reports/network-report.contract'
import { slotsContract } from '../../backend/estate/slots/slots.contract'
import { noMovement } from '../../backend/telemetry/readings/meters.contract'
import { testBackend } from '../support/backend'
import { slotRow } from '../support/network'
import { onEachDatabase } from './on-each-database'
import { median, report } from './report'

const [HALLS, SLOTS, GAMES] = [14, 60, 5]
const [WARM, TIMES] = [10, 25]

await onEachDatabase(import.meta.url, async database => {
  const backend = await testBackend()
  const { db } = backend
  const now = backend.clock()
  const dayOf = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10)
  /** Of the last month. */
  const lastDay = new Date(Date.parse(`${dayOf(0).slice(0, 7)}-01`) - DAY_MS).toISOString().slice(0, 10)
  const firstDay = `${lastDay.slice(0, 7)}-01`
  const DAYS = (Date.parse(dayOf(0)) - Date.parse(firstDay)) / DAY_MS
  const model = await db.selectFrom('locations').selectAll().executeTakeFirstOrThrow()
  const halls = Array.from({ length: HALLS }, (_, nr) => ({
    ...model,
    id: newId(),
    code: `H-${nr}`,
    code_key: `h${nr}`,
    name: `Hall ${nr}`,
  }))
  await db.insertInto('locations').values(halls).execute()
  const slots = halls.flatMap(({ id: location_id, tenant_id }, hall) =>
    Array.from({ length: SLOTS }, (_, nr) => ({
      ...slotRow(newId(), `EGT-${hall}-${nr}`, 'EGT', 'cluj', now - DAYS * DAY_MS),
      location_id,
      tenant_id,
    })),
  )
  for (let from = 0; from < slots.length; from += 200)
    await db
      .insertInto('slots')
      .values(slots.slice(from, from + 200))
      .execute()
  // Most return what they should: few are outside their band.
  const movedBy = (nr: number) => ({ coin_in: 2_000 + nr, coin_out: 1_910 + nr, games_played: 200 + nr })
  const rows = slots.flatMap(({ id, location_id, tenant_id, currency, denomination_minor }, nr) =>
    Array.from({ length: GAMES + 1 }, (_, game_nr) => ({
      ...{ slot_id: id, gaming_day: dayOf(1), location_id, tenant_id, currency, game_nr, denomination_minor },
      ...Object.fromEntries(
        Object.entries({ ...noMovement, ...movedBy(nr) }).map(([name, moved]) => [
          name,
          game_nr === 0 ? GAMES * moved : moved,
        ]),
      ),
      readings: 24,
    })),
  )
  const [first] = rows
  if (!first) throw new Error('No slot')
  const columns = Object.fromEntries(
    Object.entries(first).map(([name, value]) => [name, typeof value === 'string' ? 'text' : 'bigint']),
  ) as Record<keyof typeof first, 'text' | 'bigint'>
  await db.transaction().execute(tx => insertMany(tx, 'counter_days', columns, rows))
  const others = Object.keys(columns).filter(name => name !== 'gaming_day')
  const names = sql.join(others.map(name => sql.ref(name)))
  for (let ago = 2; ago <= DAYS; ago++)
    await sql`insert into counter_days (gaming_day, ${names})
      select cast(${dayOf(ago)} as text), ${names} from counter_days where gaming_day = ${dayOf(1)}`.execute(
      db,
    )
  while ((await sumSpans(backend.deps)) > 0);
  if (database === 'postgres') await sql`vacuum analyze`.execute(db)

  const token = await backend.login('ana')
  /** Wall time on PostgreSQL, whose CPU is not this program's. */
  const spentOn = async (path: string, body: object) => {
    const spent: number[] = []
    for (let time = 0; time < WARM + TIMES; time++) {
      const [cpu, from] = [process.cpuUsage(), performance.now()]
      const response = await backend.request(path, { token, body })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      const { user, system } = process.cpuUsage(cpu)
      if (time >= WARM)
        spent.push(database === 'postgres' ? performance.now() - from : (user + system) / 1_000)
    }
    return median(spent)
  }
  const list = await spentOn(pathsOf(slotsContract).list, { rowsPerPage: 50 })
  for (const [period, from, to] of [
    ['the last month', firstDay, lastDay],
    ['thirty days', dayOf(30), dayOf(1)],
  ] as const)
    for (const [by, show] of [
      ...slotGamesContract.groups.map(group => [group, 'all'] as const),
      ...slotGamesContract.outside.map(group => [group, 'outside'] as const),
    ]) {
      const games = await spentOn(slotGamesContract.path, { from, to, by, show })
      report({
        name: `slot-games by ${by}, ${show} rows, ${database}, ${period} of ${slots.length} slots against a list page (${games.toFixed(1)}, ${list.toFixed(1)} ms)`,
        value: games / list,
        unit: '×',
        limit: 2,
      })
    }
  await backend.close()
})
