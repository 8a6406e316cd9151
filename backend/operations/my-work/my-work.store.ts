import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import { readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'
import { readsRecord } from '../../workflow/news/comment-kinds.contract'
import { myWorkContract, workKind } from './my-work.contract'

export const store = defineStore(myWorkContract, {
  table: 'open_work',
  rowsOf: 'open_work',
  ownedBy: 'tenant_id',
  columns: {
    kind: readOnly('kind'),
    what: readOnly('what'),
    state: readOnly('state'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    since: readOnly('since'),
    due_on: readOnly('due_on'),
  },
  // Each kind by the permission of its own list.
  visibleTo: ({ id, permissions }) => {
    const kinds = workKind.options.filter(kind => allows(permissions, readsRecord[kind]))
    return kinds.length === 0
      ? sql<boolean>`1 = 0`
      : sql<boolean>`t.assignee_id = ${id} and t.kind in (${sql.join(kinds)})`
  },
  search: () => [],
  searchedIn: wordsOfItsSlot,
})
