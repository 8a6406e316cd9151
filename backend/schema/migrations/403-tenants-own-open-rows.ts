import type { Kysely } from 'kysely'

/**
 * Who works for one tenant finds its rows that wait by an index that begins with the tenant; each row of the tenant was
 * read before, or each that waits of any. Who asks for which tenants rows wait still has indexes without it, but of
 * e-mails: there a tenant's first one is one look-up.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const index = (name: string, table: string, columns: string[]) =>
    schema.createIndex(name).on(table).columns(columns).execute()
  await index('report_sendings_by_tenant_id_state_next_at_id', 'report_sendings', [
    'tenant_id',
    'state',
    'next_at',
    'id',
  ])
  for (const table of ['onjn_exclusions', 'player_documents'])
    await index(`${table}_by_tenant_id_generation_hash`, table, ['tenant_id', 'generation', 'hash'])
  await schema.dropIndex('mails_by_state').execute()
  await index('mails_by_state', 'mails', ['state', 'tenant_id', 'next_at', 'id'])
}
