import { sql } from 'kysely'
import { readOnly, readOnlyFlag } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { permissionsContract } from './permissions.contract'

export const permissionsStore = defineStore(permissionsContract, {
  table: 'permissions',
  columns: {
    name: readOnly('name'),
    entity: readOnly('entity'),
    kind: readOnly('kind'),
    system_only: readOnlyFlag('system_only'),
  },
  search: ({ name }) => [name] as string[],
  names: { role: 'roles' },
  filters: {
    role: (id: string) =>
      sql<boolean>`t.name in (select rp.permission from role_permissions rp where rp.role_id = ${id})`,
  },
})
