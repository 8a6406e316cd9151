import { demandWhole } from '../../identity/acl/demand-whole.service'
import { readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { firmwareVersionsContract } from './firmware-versions.contract'

export const firmwareVersionsStore = defineStore(firmwareVersionsContract, {
  table: 'firmware_versions',
  columns: {
    name: readOnly('name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    sha256: readOnly('sha256'),
    size: readOnly('size'),
    uploaded_by: readOnly('uploaded_by'),
  },
  search: ({ name, notes, sha256 }) => [name, notes, sha256] as (string | null)[],
  // A version is for all of the tenant's SMIBs, whichever of them somebody may see.
  mayChange: demandWhole,
})
