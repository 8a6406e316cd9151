import { invalidField } from '../../platform/contract/problem'
import { readOnly, readOnlyRefTo, refTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { workOrdersContract } from './work-orders.contract'

export const store = defineStore(workOrdersContract, {
  table: 'work_orders',
  columns: {
    slot: refTo('slot_id', 'slots', 'serial'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    finished_at: readOnly('finished_at'),
  },
  search: ({ title, assignee, description }) => [title, assignee, description] as (string | null)[],
  prepare: async ({ db, scope, now, before, input: { slot: id, state } }) => {
    const slot = await db
      .selectFrom('slots')
      .select(['tenant_id', 'location_id'])
      .where('id', '=', id)
      .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
      .executeTakeFirst()
    if (!slot) throw invalidField('slot', 'unknown')
    const isOver = (one: unknown) => one === 'done' || one === 'cancelled'
    const since = before && isOver(before.state) ? (before.finished_at as number | null) : now
    return { ...slot, finished_at: isOver(state) ? since : null }
  },
})
