import type { Kysely } from 'kysely'

/**
 * What the games' sum and a slot's own meters both count where these take over. Worked out for slots that are known
 * already with their next reading.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('summed_slots').addColumn('overlap', 'text').execute()
