/**
 * A store: one entity's rows, read and changed by its contract. Rules that are the entity's own come in as
 * functions.
 */
import type { Contract, RowOf } from '../contract/contract'
import type { ListAnswer } from '../contract/list'
import { id as idShape } from '../contract/primitives'
import {
  countRows,
  idsInOrder,
  idsMatching,
  listRows,
  presentRows,
  readRow,
  readRows,
  totalRows,
} from './store-read'
import { removeRow } from './store-remove'
import { revertRow } from './store-revert'
import { withFormColumns } from './form-columns'
import type { Store, StoreBase, StoreSpec } from './store-spec'
import { archiveRow, createRow, updateRow } from './store-write'

export function defineStore<C extends Contract>(contract: C, spec: StoreSpec<C>): Store<C> {
  if ((contract.period === undefined) !== (spec.activeBetween === undefined))
    throw new Error(`${contract.many}: a period is of the contract and of its store, or of neither`)
  for (const field of Object.keys({ ...spec.filters, ...spec.setFilters }))
    if (contract.filters.shape[field] === idShape && spec.names?.[field] === undefined)
      throw new Error(`${contract.many}: the store says in 'names' what the filter ${field} names`)
  const ownedBy = contract.ownedBy === null ? null : (spec.ownedBy ?? 'tenant_id')
  const described = spec as unknown as StoreBase['spec']
  const columns = withFormColumns(contract, described.columns)
  const store: StoreBase = { contract, spec: { ...described, columns, ownedBy } }
  type Row = RowOf<C>
  return {
    contract,
    spec: store.spec,
    idsMatching: (db, scope, request, now) => idsMatching(store, db, scope, request, now),
    idsInOrder: (db, scope, request, most, now) => idsInOrder(store, db, scope, request, most, now),
    count: (db, scope, request, now) => countRows(store, db, scope, request, now),
    total: (db, scope, request, now) => totalRows(store, db, scope, request, now),
    present: async (db, scope, ids, now) => (await presentRows(store, db, scope, ids, now)) as Row[],
    list: async (db, scope, request, now, best) =>
      (await listRows(store, db, scope, request, now, best)) as ListAnswer<Row>,
    get: async (db, scope, id, now) => (await readRow(store, db, scope, id, now)) as Row,
    getAll: async (db, scope, ids, now) => (await readRows(store, db, scope, ids, now)) as Row[],
    create: async (db, actor, input, now) => (await createRow(store, db, actor, input, now)) as Row,
    update: async (db, actor, id, input, version, now, reason) =>
      (await updateRow(store, db, actor, id, { input, version, reason }, now)) as Row,
    revert: async (db, actor, id, revert, now) => (await revertRow(store, db, actor, id, revert, now)) as Row,
    archive: async (db, actor, id, archived, now) =>
      (await archiveRow(store, db, actor, id, archived, now)) as Row,
    remove: (db, actor, id, removal, now) => removeRow(store, db, actor, id, removal, now),
  }
}
