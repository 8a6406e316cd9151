import { derived, moneyIn, readOnly, readOnlyRefTo } from '../../platform/store/columns'

export const jsonColumn = (name: string) => derived([name], row => JSON.parse(String(row[name])) as object)

/** Of the lists of corrections. */
export const correctionColumns = {
  state: readOnly('state'),
  tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
  location: readOnlyRefTo('location_id', 'locations', 'name'),
  slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
  cause: readOnly('cause'),
  moved: { ...moneyIn('moved_minor', 'currency'), write: () => ({}) },
  effect: jsonColumn('effect'),
}
/** Filled by `requestsOf`. */
export const requestColumns = { approval: derived([], () => null), back_approval: derived([], () => null) }
