import { derived, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { rawArchivesContract } from '../archives/archives.contract'
import { verdictOf } from './archive-file.queries'

export const rawArchivesStore = defineStore(rawArchivesContract, {
  table: 'raw_archives',
  ownedBy: 'tenant_id',
  columns: {
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    day: readOnly('day'),
    stream: readOnly('stream'),
    part: readOnly('part'),
    rows: readOnly('rows'),
    bytes: readOnly('bytes'),
    sha256: readOnly('sha256'),
    from_at: readOnly('from_at'),
    to_at: readOnly('to_at'),
    verdict: derived([], () => null),
  },
  more: async ({ db }, row) => {
    row.verdict = await verdictOf(db, String(row._id), String(row.sha256))
  },
  search: row => [String(row.sha256)],
})
