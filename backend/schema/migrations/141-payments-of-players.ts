import type { Kysely } from 'kysely'

/** A player's payments of a day are added up at each new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('payment_transactions_by_player')
    .on('payment_transactions')
    .columns(['tenant_id', 'player_ref', 'occurred_at'])
    .execute()
}
