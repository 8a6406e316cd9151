/** A game setting and the profile that it names are about the same game. */
import { sql } from 'kysely'
import type { Faults } from '../../platform/contract/across'
import type { Db } from '../../platform/db/database'

/** Of a setting: the profile that was chosen is another game's. */
export async function profileOfGame(db: Db, profile: string, game: string): Promise<Faults> {
  const { rows } = await sql<{ name: string }>`select g.name from game_profiles p
    join games g on g.id = p.game_id where p.id = ${profile} and p.game_id != ${game}`.execute(db)
  return rows[0] ? { profile: [{ code: 'other_game', params: { game: rows[0].name } }] } : {}
}

/** Of a profile that changes its game: settings of the game that it had name it. */
export async function settingsOfGame(db: Db, profile: string, game: string): Promise<Faults> {
  const { rows } = await sql<{ name: string }>`select name from game_settings
    where profile_id = ${profile} and game_id != ${game} order by name limit 1`.execute(db)
  return rows[0] ? { game: [{ code: 'game_of_setting', params: { setting: rows[0].name } }] } : {}
}
