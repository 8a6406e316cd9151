import { allows } from '../../platform/contract/permissions'
import { invalidField } from '../../platform/contract/problem'
import { readOnly, readOnlyRefTo, refTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { Store } from '../../platform/store/store-spec'
import { workOrdersContract } from './work-orders.contract'

export const store: Store<typeof workOrdersContract> = defineStore(workOrdersContract, {
  table: 'work_orders',
  columns: {
    slot: refTo('slot_id', 'slots', 'serial'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    finished_at: readOnly('finished_at'),
    next_order: readOnlyRefTo('next_order_id', 'work_orders', 'title'),
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
  // Made once: an order that is opened again and done again has its next one already. Of two who finish it at once one
  // makes it, which is found out before it is made.
  link: async ({ db, actor, now, id, input, before }) => {
    const { state, next_due_on: due_on, title, slot, assignee, description } = input
    if (state !== 'done' || due_on === null || before?.next_order_id) return
    if (actor.kind !== 'system' && !allows(actor.permissions, 'work_order::create'))
      throw invalidField('next_due_on', 'no_next_order')
    const { archived_at } = await db
      .selectFrom('slots')
      .select('archived_at')
      .where('id', '=', slot)
      .executeTakeFirstOrThrow()
    if (archived_at !== null) throw invalidField('next_due_on', 'slot_archived')
    const { numUpdatedRows } = await db
      .updateTable('work_orders')
      .set({ next_order_id: id })
      .where('id', '=', id)
      .where('next_order_id', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const next = await store.create(db, actor, { title, slot, due_on, assignee, description }, now)
    await db.updateTable('work_orders').set({ next_order_id: next._id }).where('id', '=', id).execute()
  },
})
