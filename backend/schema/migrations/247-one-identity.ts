import { type Kysely, sql } from 'kysely'

/**
 * An account has one identity of a provider. Of several the first stays: the later ones were found by an e-mail address
 * that was somebody's already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from sso_identities where exists (
    select 1 from sso_identities earlier
    where earlier.issuer = sso_identities.issuer and earlier.user_id = sso_identities.user_id
      and (earlier.created_at < sso_identities.created_at
        or (earlier.created_at = sso_identities.created_at and earlier.subject < sso_identities.subject)))`.execute(
    db,
  )
  await db.schema
    .createIndex('sso_identities_one')
    .on('sso_identities')
    .columns(['issuer', 'user_id'])
    .unique()
    .execute()
}
