/** Which games a mix has. */
import { sql } from 'kysely'
import { invalidField } from '../../platform/contract/problem'
import type { Reference } from '../../platform/contract/primitives'
import { insertMany } from '../../platform/db/bulk'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'

/** Throws 422 `unknown` for a game that does not exist. */
export async function saveGames(db: Db, mix: string, games: readonly string[]): Promise<Stored> {
  const known =
    games.length === 0 ? [] : await db.selectFrom('games').select('id').where('id', 'in', games).execute()
  if (known.length < games.length) throw invalidField('games', 'unknown')
  await removeGames(db, mix)
  await insertMany(
    db,
    'game_mix_games',
    { mix_id: 'text', game_id: 'text' },
    games.map(game_id => ({ mix_id: mix, game_id })),
  )
  return { game_count: games.length }
}

export async function removeGames(db: Db, mix: string): Promise<void> {
  await db.deleteFrom('game_mix_games').where('mix_id', '=', mix).execute()
}

/** Adds `games` to a mix's row, by name. */
export async function namedGames(db: Db, row: Stored): Promise<void> {
  const { rows } = await sql<Reference>`select g.id as "_id", g.name from game_mix_games m
    join games g on g.id = m.game_id where m.mix_id = ${String(row._id)} order by g.name, g.id`.execute(db)
  row.games = rows.map(({ _id, name }) => ({ _id, name }))
}
