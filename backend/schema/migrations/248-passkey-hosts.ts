import type { Kysely } from 'kysely'

/** A passkey opens at the host where it was made: null is the installation's own, else a tenant's sign-in host. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('passkeys').addColumn('rp_host', 'text').execute()
}
