/**
 * Which meters slots, or their games, had reported by the end of a period. Looked for from its end backwards: as a rule
 * the last reading has them all, while a game's first one may stand behind months of others.
 */
import { DAY_MS, HOUR_MS } from '../../platform/contract/durations'
import { sql, type RawBuilder } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'

/** A slot's own counters (game 0) or one of its games, or (`all_games`) whichever stands for the slot. */
export interface Source {
  id: string
  game: number
  all_games: 0 | 1
  meters: readonly MovementMeter[]
}

/** A gaming day begins no earlier than so long before its date does in UTC, and has ended so long after that. */
const BEGINS_BEFORE_MS = 14 * HOUR_MS
const ENDS_WITHIN_MS = 3 * DAY_MS

/** For each of the sources those of its meters that a reading of a gaming day up to `to` has. */
export async function metersBy(db: Db, sources: readonly Source[], to: string): Promise<MovementMeter[][]> {
  const found = sources.map((): MovementMeter[] => [])
  const sure = Date.parse(to) + DAY_MS - BEGINS_BEFORE_MS
  const learn = (rows: readonly { nr: number; flags: string | null }[]) => {
    for (const { nr, flags } of rows)
      for (const meter of sources[nr]?.meters ?? [])
        if (flags?.[movementNames.indexOf(meter)] === '1' && !found[nr]?.includes(meter))
          found[nr]?.push(meter)
  }
  // Where nothing is in question, no reading has to be found.
  const rows = sources.flatMap(({ meters, ...source }, nr) => (meters.length > 0 ? [{ nr, ...source }] : []))
  if (rows.length === 0) return found
  learn(await read(db, rows, newestFlags(sure)))
  const rest = rows.filter(({ nr }) => (found[nr]?.length ?? 0) < (sources[nr]?.meters.length ?? 0))
  if (rest.length > 0) learn(await read(db, rest, anyFlags(to, sure)))
  return found
}

const read = async (
  db: Db,
  rows: readonly (Omit<Source, 'meters'> & { nr: number })[],
  flags: RawBuilder<string | null>,
) =>
  (
    await sql<{ nr: number; flags: string | null }>`select b.nr, ${flags} as flags
      from ${rowsAsTable(db, { nr: 'bigint', id: 'text', game: 'bigint', all_games: 'bigint' }, rows)}`.execute(
      db,
    )
  ).rows.map(row => ({ ...row, nr: Number(row.nr) }))

type Flags = RawBuilder<string | null>
const reading = (
  what: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) => sql`(select ${what} from counter_readings x
  where x.slot_nr = ${numberOf(sql`b.id`)} and x.held is null and (b.all_games = 1 or x.game_nr = b.game) and ${condition}
  order by x.server_time desc, x.server_nano desc, x.message_seq_nr desc limit 1)`
/** A sign for each meter, in their order. */
const signs = (sign: (name: MovementMeter) => RawBuilder<unknown>): Flags =>
  sql<string | null>`${sql.join(movementNames.map(sign), sql` || `)}`
const has = (name: MovementMeter) => sql.ref(`x.${name}`)

/** Of the newest reading that is surely of such a day. */
const newestFlags = (sure: number): Flags =>
  sql<string | null>`${reading(
    signs(name => sql`case when ${has(name)} is null then '0' else '1' end`),
    sql`x.server_time < ${sure}`,
  )}`

/** Of all of them, each meter by itself. */
const anyFlags = (to: string, sure: number): Flags =>
  signs(name => {
    const before = sql`${has(name)} is not null and x.server_time < ${sure}`
    const near = sql`${has(name)} is not null and x.server_time >= ${sure}
      and x.server_time < ${Date.parse(to) + ENDS_WITHIN_MS} and x.gaming_day <= ${to}`
    return sql`coalesce(${reading(sql`'1'`, before)}, ${reading(sql`'1'`, near)}, '0')`
  })
