import { sql } from 'kysely'
import { invalidField, Problem } from '../../platform/contract/problem'
import { rowsAsTable } from '../../platform/db/bulk'
import { absent } from '../../platform/store/columns'
import { inGroup } from '../../platform/store/in-group'
import { defineStore } from '../../platform/store/store'
import { tenantsContract } from './tenants.contract'

/** `ownHost`: the installation's own, at which everybody signs in. */
export const tenantsStoreFor = (ownHost: string) =>
  defineStore(tenantsContract, {
    table: 'tenants',
    ownedBy: 'id',
    columns: { locations: absent, slots: absent, connected: absent },
    search: ({ name, login_host, legal_name, fiscal_code }) =>
      [name, login_host, legal_name, fiscal_code] as string[],
    names: { group: null },
    setFilters: { group: inGroup('tenant', 'id') },
    prepare: async ({ db, input, before, id, scope }) => {
      // Only the system makes tenants: a tenant's own people would make one that they cannot see.
      if (!before && scope.tenantId !== null) throw new Problem(403, 'forbidden')
      // What stands there since before is the installation's own address all the same.
      if (input.login_host === ownHost && before?.login_host !== ownHost)
        throw invalidField('login_host', 'own_host')
      const twin = await db
        .selectFrom('tenants')
        .select('id')
        .where('login_host', '=', input.login_host)
        .where('id', '!=', id)
        .executeTakeFirst()
      if (twin) throw invalidField('login_host', 'taken')
      return {}
    },
    archiveBlockers: async (db, ids) => {
      const { rows } = await sql<{ id: string }>`select b.id from ${rowsAsTable(
        db,
        { id: 'text' },
        ids.map(id => ({ id })),
      )}
      where exists (select 1 from locations l where l.tenant_id = b.id and l.archived_at is null)`.execute(db)
      return new Map(
        rows.map(({ id }) => [id, { code: 'has_locations', message: 'Archive its locations first' }]),
      )
    },
  })
